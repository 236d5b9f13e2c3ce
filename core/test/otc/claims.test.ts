// money §9, issue 13 A.11: a merchant's bond pays only the party that a deal harmed, by two people of the desk, after the
// merchant had seven days' notice. Under rules before `bondClaims` no deal can be claimed for.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAIM_NOTICE, CLAIM_TIME } from '../../src/otc/index.ts';
import { PROPOSAL_TIME } from '../../src/desk/index.ts';
import { RULE } from '../../src/rules.ts';
import { agreed, approve, DAY, FIRST, operatorOf, propose, refuse, REVIEW, SUPPORT, TREASURY } from '../desk/kit.ts';
import { packText } from '../../src/index.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { credit, rail } from '../wallet/kit.ts';
import { randomTests } from '../kit/random-tests.ts';
import { ANNA, BEN, CARL, DORA, type Reply, type World } from '../kit/world.ts';
import {
  act,
  bond,
  claim,
  close,
  deal,
  merchant,
  MERCHANT_BUYS,
  MERCHANT_SELLS,
  offer,
  otcWorld,
  TERMS,
  terms,
} from './kit.ts';

const { rounds, usual } = randomTests(import.meta.url);

const USDC = 4;
/** Worth of one atom of BTC at the index of the world: 100 ticks. */
const WORTH = 100;

/** A customer takes `amount` of an offer of a merchant's, pays, and the coin is released; gives the deal. */
function ended(world: World, amount = 10, user = CARL, of = ANNA): number {
  const id = world.must(deal(user, world.must(offer(of, MERCHANT_SELLS)), amount));
  world.must(act('paid', user, id));
  world.must(act('release', of, id));
  return id;
}

function claimed(world: World, id: number, amount: number, user = CARL): Reply {
  return propose(world, claim(id, user, amount));
}

describe('money §9 a claim on a merchant’s bond', () => {
  it('pays the harmed party after seven days and a second person, from the bond and from nothing else', () => {
    const world = otcWorld();
    const id = ended(world);
    const until = world.time + CLAIM_TIME;
    expect(world.emitted('deal.ended')).toMatchObject([
      { deal: id, merchant: ANNA, user: CARL, asset: USDT, value: 10 * WORTH, until },
    ]);
    const [anna, carl] = [world.owns(ANNA, USDT), world.owns(CARL, USDT)];
    const made = claimed(world, id, 700);
    expect(made.code).toBe(200);
    const from = world.time + CLAIM_NOTICE;
    expect(world.emitted('claim.changed')).toMatchObject([
      {
        ...{ claim: made.result, deal: id, merchant: ANNA, user: CARL, asset: USDT, amount: 700, state: 1, from },
        until: from + PROPOSAL_TIME,
      },
    ]);
    expect(approve(world, made.result)).toMatchObject({ code: 403, expected: from, got: world.time });
    world.wait(CLAIM_NOTICE - 1);
    expect(approve(world, made.result).code, 'a millisecond early').toBe(403);
    world.wait(1);
    expect(approve(world, made.result, FIRST), 'not who proposed it').toMatchObject({ code: 403, got: FIRST });
    expect(approve(world, made.result).code).toBe(200);
    expect(world.emitted('claim.changed')).toMatchObject([{ claim: made.result, amount: 700, state: 2 }]);
    expect(world.emitted('bond.changed')).toMatchObject([{ user: ANNA, bond: TERMS.bond - 700 }]);
    expect([anna - world.owns(ANNA, USDT), world.owns(CARL, USDT) - carl]).toEqual([700, 700]);
    expect(world.audit.balance(ANNA, USDT, 8).held).toBe(TERMS.bond - 700);
    expect(approve(world, made.result).code, 'once').toBe(404);
    expect(world.twin().digest()).toBe(world.exchange.digest());
  });

  it('holds the whole bond from the notice on until the claim is over', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_BUYS));
    const id = world.must(deal(CARL, made, 10));
    world.must(act('cancel', ANNA, id));
    world.must(close(ANNA, made));
    world.wait(TERMS.cooling - 1);
    const one = claimed(world, id, 100).result;
    world.wait(DAY);
    expect(world.send(bond('free', ANNA, 1))).toMatchObject({ code: 5104, expected: 1, got: TERMS.bond - 100 });
    expect(refuse(world, one).code).toBe(200);
    expect(world.emitted('claim.changed')).toMatchObject([{ claim: one, state: 3 }]);
    expect(world.send(bond('free', ANNA, TERMS.bond)).code).toBe(200);
  });

  it('lapses 72 hours after the notice; proposals without notice lapse in their own time', () => {
    const world = otcWorld({ funds: [{ class: 11, asset: USDT, amount: 1_000_000 }] });
    const one = claimed(world, ended(world), 100).result;
    expect(propose(world, command('correction', { user: BEN, asset: USDT, amount: 5, cause: 1 })).code).toBe(200);
    world.wait(PROPOSAL_TIME);
    expect(world.emitted('proposal.changed')).toMatchObject([{ state: 4 }]);
    expect(world.emitted('claim.changed')).toEqual([]);
    world.wait(CLAIM_NOTICE - 1);
    expect(world.emitted('claim.changed')).toEqual([]);
    world.wait(1);
    expect(world.emitted('claim.changed')).toMatchObject([{ claim: one, state: 4 }]);
    expect(approve(world, one).code).toBe(404);
    expect(world.audit.balance(ANNA, USDT, 8).held).toBe(TERMS.bond);
  });

  it('is for the other party of that deal, up to its value and the bond, and changes nothing when refused', () => {
    const world = otcWorld();
    const id = ended(world, 10);
    const large = ended(world, 50, DORA);
    const digest = world.exchange.digest();
    const tries: readonly (readonly [Reply, object])[] = [
      [claimed(world, id + 1_000, 1), { code: 404 }],
      [claimed(world, id, 1, DORA), { code: 403, expected: CARL, got: DORA }],
      [claimed(world, id, 1, ANNA), { code: 403, expected: CARL, got: ANNA }],
      [claimed(world, large, 1), { code: 403, expected: DORA, got: CARL }],
      [claimed(world, id, 10 * WORTH + 1), { code: 4002, expected: 10 * WORTH, got: 10 * WORTH + 1 }],
      [claimed(world, large, TERMS.bond + 1, DORA), { code: 5104, expected: TERMS.bond + 1, got: TERMS.bond }],
      [claimed(world, id, 0), { code: 400 }],
    ];
    for (const [reply, answer] of tries) expect(reply).toMatchObject(answer);
    expect(world.exchange.digest()).toBe(digest);
    const open = world.must(deal(CARL, world.must(offer(ANNA, MERCHANT_SELLS)), 10));
    expect(claimed(world, open, 1).code, 'a deal that is open has its coin locked').toBe(404);
  });

  it('is never paid twice, and claims together fit the bond', () => {
    const world = otcWorld();
    const [id, other] = [ended(world, 10), ended(world, 50, DORA)];
    const one = claimed(world, id, 700).result;
    expect(claimed(world, id, 700), 'the same words').toMatchObject({ code: 400, got: one });
    expect(claimed(world, id, 200), 'one a deal at a time').toMatchObject({ code: 5103, got: one });
    expect(claimed(world, other, 1_301, DORA)).toMatchObject({ code: 5104, expected: 1_301, got: 1_300 });
    const two = claimed(world, other, 1_300, DORA).result;
    world.wait(CLAIM_NOTICE);
    expect([approve(world, one).code, approve(world, two).code]).toEqual([200, 200]);
    expect(world.emitted('bond.changed')).toMatchObject([{ bond: 0 }]);
    expect(claimed(world, id, 300), 'the bond is used up').toMatchObject({ code: 5104, got: 0 });
    world.must(bond('lock', ANNA, TERMS.bond));
    expect(claimed(world, id, 301)).toMatchObject({ code: 4002, expected: 300 });
    expect(claimed(world, id, 300).code).toBe(200);
  });

  it('what is claimed covers no new offer and no new deal; a bond filled up does', () => {
    const world = otcWorld();
    const id = ended(world);
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    const one = claimed(world, id, 700).result;
    const short = { code: 5104, expected: TERMS.bond, got: TERMS.bond - 700 };
    expect(world.send(offer(ANNA, MERCHANT_BUYS))).toMatchObject(short);
    expect(world.send(deal(DORA, made, 10))).toMatchObject(short);
    world.wait(CLAIM_NOTICE);
    expect(approve(world, one).code).toBe(200);
    expect(world.send(deal(DORA, made, 10))).toMatchObject(short);
    world.must(bond('lock', ANNA, 700));
    expect(world.send(deal(DORA, made, 10)).code).toBe(200);
  });

  it('can be made for 30 days, and one that was made in time is paid after them', () => {
    const world = otcWorld();
    const [id, late] = [ended(world), ended(world, 10, DORA)];
    world.wait(CLAIM_TIME);
    world.tick();
    const one = claimed(world, id, 100).result;
    world.wait(1);
    expect(claimed(world, late, 100, DORA).code).toBe(404);
    world.wait(CLAIM_NOTICE);
    expect(approve(world, one).code).toBe(200);
    expect(claimed(world, id, 100), 'not again: its time is over').toMatchObject({ code: 5103 });
    world.wait(PROPOSAL_TIME + 1);
    expect(claimed(world, id, 100).code, 'and then it is forgotten').toBe(404);
    expect(world.twin().digest()).toBe(world.exchange.digest());
  });

  it('finds each of many ended deals, also after most are forgotten and after a restart', () => {
    const world = otcWorld();
    const made: number[] = [];
    for (let n = 0; n < 150; n += 1) {
      const user = n % 2 === 0 ? CARL : DORA;
      const one = offer(BEN, MERCHANT_SELLS, { asset: USDT, amount: 10, min: 10, max: 10 });
      const id = world.must(deal(user, world.must(one), 10));
      world.must(act('paid', user, id));
      world.must(act('release', BEN, id));
      made.push(id);
      if (n === 99) world.wait(CLAIM_TIME - DAY);
    }
    const twin = world.twin();
    expect(twin.digest()).toBe(world.exchange.digest());
    twin.audit();
    for (const [n, id] of made.entries())
      expect(claimed(world, id, 10 ** 9, n % 2 === 0 ? CARL : DORA).code, `deal ${n}`).toBe(4002);
    world.wait(DAY + 1);
    expect(made.map((id) => claimed(world, id, 10 ** 9).code).filter((code) => code === 404)).toHaveLength(100);
  });

  it('counts a coin that stands for a dollar one for one; before rules `dollarDeals` not at all', () => {
    const value = (rules: number): number => {
      const world = otcWorld({ rules });
      expect(agreed(world, command('asset.list', { asset: USDC, code: packText('USDC'), scale: 1 })).code).toBe(200);
      for (const one of [rail(USDC, { instrument: 0 }), rail(USDT)]) expect(agreed(world, one).code).toBe(200);
      world.must(credit(ANNA, USDC, 100, 1));
      const id = world.must(deal(CARL, world.must(offer(ANNA, MERCHANT_SELLS, { asset: USDC, amount: 50 })), 50));
      world.must(act('paid', CARL, id));
      world.must(act('release', ANNA, id));
      return world.emitted('deal.ended').map((one) => one.value)[0] ?? -1;
    };
    expect(value(RULE.dollarDeals - 1)).toBe(0);
    // 5.0 USDC; an atom of USDT is a hundredth here.
    expect(value(RULE.dollarDeals)).toBe(500);
  });

  it('names a value of 0 where no market has the coin against the asset of the bond', () => {
    const world = otcWorld();
    world.must(close(ANNA, world.must(offer(ANNA, MERCHANT_BUYS))));
    expect(agreed(world, terms({ asset: BTC, bond: 10 })).code).toBe(200);
    world.wait(TERMS.cooling + 1);
    world.must(bond('free', ANNA, TERMS.bond));
    world.must(bond('lock', ANNA, 10));
    const id = world.must(deal(CARL, world.must(offer(ANNA, MERCHANT_SELLS, { asset: USDT })), 10));
    world.must(act('cancel', CARL, id));
    expect(world.emitted('deal.ended')).toMatchObject([{ deal: id, asset: BTC, value: 0 }]);
    expect(claimed(world, id, 1)).toMatchObject({ code: 4002, expected: 0 });
    // A coin that is the bond's own asset is worth itself.
    expect(world.must(deal(CARL, world.must(offer(ANNA, MERCHANT_SELLS)), 10))).toBeGreaterThan(0);
  });
});

describe('money §9 who may', () => {
  it('two of the role, at the proposal and at the approval; a customer is nobody', () => {
    const world = otcWorld();
    const id = ended(world);
    for (const operator of [operatorOf(SUPPORT), operatorOf(TREASURY), 99])
      expect(propose(world, claim(id, CARL, 100), operator).code, `operator ${operator}`).toBe(403);
    expect(world.send(claim(id, CARL, 100)).code, 'outside a proposal').toBe(403);
    const one = propose(world, claim(id, CARL, 100), operatorOf(REVIEW)).result;
    world.wait(CLAIM_NOTICE);
    expect(approve(world, one, operatorOf(TREASURY)).code).toBe(403);
    expect(agreed(world, command('desk.grant', { operator: operatorOf(REVIEW), roles: SUPPORT })).code).toBe(200);
    expect(approve(world, one), 'who proposed it lost the role').toMatchObject({ code: 403, got: SUPPORT });
  });

  it('a suspended merchant’s bond still pays, and a frozen party is paid', () => {
    const world = otcWorld();
    const id = ended(world);
    const one = claimed(world, id, 100).result;
    merchant(world, ANNA, 3);
    world.must(command('user.freeze', { operator: FIRST, user: CARL, locks: 1 }));
    world.wait(CLAIM_NOTICE);
    expect(approve(world, one).code).toBe(200);
  });
});

describe('upgrades §1 rules bondClaims', () => {
  it('deals that ended before cannot be claimed for; from the rule on they can', () => {
    const world = otcWorld({ rules: RULE.bondClaims - 1 });
    const id = ended(world);
    const open = world.must(deal(CARL, world.must(offer(ANNA, MERCHANT_SELLS)), 10));
    expect(world.emitted('deal.ended')).toEqual([]);
    expect(claimed(world, id, 100).code).toBe(404);
    world.must(command('rules.activate', { version: RULE.bondClaims }));
    expect(claimed(world, id, 100).code).toBe(404);
    world.must(act('cancel', CARL, open));
    expect(world.emitted('deal.ended')).toMatchObject([{ deal: open, value: 10 * WORTH }]);
    expect(claimed(world, open, 100).code).toBe(200);
  });
});

describe('money §9, §12 any order of deals, claims, answers and bonds', () => {
  // The world audits after every command: entries sum to zero, held is what is held, claims fit bond and value.
  it('pays no deal beyond its value, no bond below nothing, and each claim at most once', () => {
    const step = fc.record({
      what: fc.nat(8),
      who: fc.nat(2),
      amount: fc.integer({ min: 1, max: 1_500 }),
      n: fc.nat(9),
    });
    const paid = { claims: 0 };
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
        const world = otcWorld();
        const deals: { readonly id: number; readonly user: number }[] = [];
        const open: number[] = [];
        const total = () => [ANNA, BEN, CARL, DORA].reduce((sum, user) => sum + world.owns(user, USDT), 0);
        const before = total();
        for (const { what, who, amount, n } of steps) {
          const [of, user] = [who === 0 ? ANNA : BEN, n % 2 === 0 ? CARL : DORA];
          if (what <= 2) {
            const sold = world.send(offer(of, MERCHANT_SELLS, { amount: 20, min: 5, max: 20 }));
            if (sold.code !== 200) continue;
            const taken = world.send(deal(user, sold.result, 5 + n));
            if (taken.code !== 200) continue;
            const id = taken.result;
            world.must(act(what === 0 ? 'cancel' : 'paid', user, id));
            if (what !== 0) world.must(act('release', of, id));
            deals.push({ id, user });
          } else if (what <= 4) {
            const one = deals[n % Math.max(deals.length, 1)];
            if (one === undefined) continue;
            const reply = claimed(world, one.id, amount, n === 9 ? BEN : one.user);
            if (reply.code === 200) open.push(reply.result);
          } else if (what === 5) world.wait(n < 5 ? CLAIM_NOTICE : DAY);
          else if (what === 6) world.send(bond(n < 5 ? 'free' : 'lock', of, amount));
          else {
            const id = open[n % Math.max(open.length, 1)];
            if (id === undefined) continue;
            if (what === 8 && n === 0) refuse(world, id);
            else if (approve(world, id).code === 200) paid.claims += 1;
          }
        }
        expect(total(), 'money moved between them only').toBe(before);
        expect(world.twin().digest()).toBe(world.exchange.digest());
      }),
      rounds(30),
    );
    if (usual) expect(paid.claims, 'some were paid, or it proves nothing').toBeGreaterThan(0);
  });
});
