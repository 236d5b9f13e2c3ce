// Every command of rails, swaps, rewards and the counter: other people's ids, other words, decisions broken off
// (money §12.4; W07, W18, W20).
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import {
  type Command,
  type CommandName,
  commands,
  encodeCommand,
  type Exchange,
  rejectKey,
  restoreExchange,
} from '../../src/index.ts';
import { agreed, grantAll, people } from '../desk/kit.ts';
import { breakAt } from '../kit/break.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, DORA, NO_KEY, World } from '../kit/world.ts';
import { act, bond, close, deal, merchant, offer, terms, TERMS } from '../otc/kit.ts';
import {
  cancelled,
  credit,
  failProven,
  limits,
  passed,
  rail,
  replan,
  request,
  reverse,
  review,
  rules,
  stage,
  step,
  placed,
  swaps,
} from './kit.ts';

interface Scenario {
  readonly world: World;
  readonly sound: Partial<Readonly<Record<CommandName, Command>>>;
}

/** Something of everything is open: Anna is the merchant, Carl and Dora are customers. */
function staged(): Scenario {
  const world = new World({ funds: [{ class: 15, asset: USDT, amount: 1_000 }] }, 0);
  grantAll(world);
  for (const asset of [BTC, ETH, USDT]) world.must(rail(asset));
  for (const one of [limits(), rules(), swaps(), terms()]) world.must(one);
  people(world, 4);
  for (const user of [ANNA, BEN, CARL, DORA]) stage(world, user, 2);
  merchant(world, ANNA, 2);
  world.must(bond('lock', ANNA, TERMS.bond + 100));
  world.tick();
  const fund = { campaign: 1, asset: USDT, each: 10, total: 100, opens: world.time + 1, closes: world.time + 10 ** 8 };
  expect(agreed(world, command('campaign.fund', { ...fund, stage: 1 })).code).toBe(200);
  world.wait(1);
  world.tick();
  const inReview = world.must(request(CARL, USDT, 50));
  const approved = world.must(request(CARL, USDT, 50));
  world.must(review(approved, 1));
  const signed = world.must(request(CARL, USDT, 50));
  for (const one of [review(signed, 1), step(signed, 1)]) world.must(one);
  world.must(credit(CARL, USDT, 70, 1));
  const made = world.must(offer(ANNA, 2, { amount: 60, max: 60 }));
  const [toPay, paid, other] = [1, 2, 3].map(() => world.must(deal(CARL, made, 10))) as [number, number, number];
  for (const id of [paid, other]) world.must(act('paid', CARL, id));
  merchant(world, BEN, 2);
  world.must(bond('lock', BEN, 300));
  return {
    world,
    sound: {
      'swap.place': placed(CARL, BTC, USDT, 10),
      'reward.claim': command('reward.claim', { user: CARL, ...NO_KEY, campaign: 1 }),
      'withdrawal.request': request(CARL, USDT, 40),
      'withdrawal.cancel': cancelled(CARL, inReview),
      'withdrawal.approve': review(inReview, 1),
      'withdrawal.pass': passed(inReview),
      'withdrawal.step': step(approved, 1),
      'withdrawal.failProven': failProven(signed),
      'withdrawal.replan': replan(signed),
      'deposit.credit': credit(CARL, BTC, 20, 7),
      'deposit.reverse': reverse(1),
      'maker.transfer': command('maker.transfer', { from: 1, to: 2, asset: USDT, amount: 10 }),
      'offer.open': offer(ANNA, 2, { amount: 30, max: 30 }),
      'offer.close': close(ANNA, made),
      'deal.open': deal(DORA, made, 10),
      'deal.paid': act('paid', CARL, toPay),
      'deal.cancel': act('cancel', CARL, toPay),
      'deal.appeal': act('appeal', CARL, paid),
      'deal.release': act('release', ANNA, other),
      'bond.lock': bond('lock', ANNA, 10),
      'bond.free': bond('free', BEN, 10),
    },
  };
}

const { world, sound } = staged();
const saved = world.exchange.save();
const NAMES = Object.keys(sound) as CommandName[];
const state = (): Exchange => {
  const exchange = restoreExchange(saved);
  exchange.advance(world.time);
  return exchange;
};

/** A copy that stays while all it is sent is refused, for then it is as it was. */
let current = state();
const before = current.digest();

/** Runs words on a copy: done with all invariants whole, or refused with a code of the closed set and no trace. */
function tried(words: Float64Array, what: string): number {
  const one = current;
  const code = one.apply(words, 0);
  one.takeEvents();
  if (code === 200) {
    one.audit();
    current = state();
    return code;
  }
  expect(rejectKey(code), `${what}: a code of the closed set, got ${code}`).toBeDefined();
  expect(one.digest(), `${what}: nothing changed`).toBe(before);
  return code;
}

describe('W07 rails, swaps, rewards and the counter', () => {
  it.each(NAMES)('%s: sound as it is', (name) => {
    expect(tried(encodeCommand(sound[name]!), name)).toBe(200);
  });

  it.each(NAMES)('%s: any word another: a code, or done with every invariant whole', (name) => {
    const words = encodeCommand(sound[name]!);
    const others = [-1, 0, 1, 2, 3, 4, 5, 9, 10, 50, 99, 2 ** 23 + 1, world.time, 2 ** 48, 2 ** 50, 2 ** 52, 2 ** 53];
    for (let at = 2; at < words.length; at += 1)
      for (const value of [...others, 0.5, Number.NaN, Infinity]) {
        const changed = words.slice();
        changed[at] = value;
        tried(changed, `${name}, word ${at} = ${value}`);
      }
  });

  const personal = NAMES.filter((name) => commands[name].sender === 'user');
  /** What a second user is answered to another's id; what he may do as well has his own means. */
  const second: Partial<Readonly<Record<CommandName, number>>> = {
    'withdrawal.cancel': 404,
    'offer.open': 5105,
    'offer.close': 5101,
    'deal.open': 2110,
    'deal.paid': 404,
    'deal.cancel': 404,
    'deal.appeal': 404,
    'deal.release': 404,
    'bond.lock': 5105,
    'bond.free': 5104,
    'swap.place': 200,
    'reward.claim': 200,
    'withdrawal.request': 200,
  };
  it.each(personal)('%s of a second user', (name) => {
    // Dora takes the offer; Carl has three deals open.
    const other = name === 'deal.open' ? CARL : DORA;
    const code = tried(encodeCommand({ ...sound[name], user: other } as Command), name);
    expect(code).toBe(second[name]);
    expect(tried(encodeCommand({ ...sound[name], user: MARKET_MAKER } as Command), name), 'nor of the house').toBe(403);
    expect(tried(encodeCommand({ ...sound[name], user: 99 } as Command), name)).toBe(403);
  });

  it.each(personal)(
    'W18 %s twice in one batch with one key: one effect, one answer; another body is a conflict',
    (name) => {
      const exchange = state();
      const by = { keyTime: world.time, keyHigh: 5, keyLow: 6, bodyHash: 7 };
      const words = encodeCommand({ ...sound[name], ...by } as Command);
      expect(exchange.apply(words, 0)).toBe(200);
      const [digest, result] = [exchange.digest(), exchange.result];
      expect(exchange.apply(words, 0)).toBe(200);
      expect([exchange.repeated, exchange.result, exchange.digest()]).toEqual([1, result, digest]);
      expect(exchange.apply(encodeCommand({ ...sound[name], ...by, bodyHash: 8 } as Command), 0)).toBe(409);
      expect(exchange.digest()).toBe(digest);
    },
  );

  it.each(personal)('W20 %s: broken off at any step of its decision it leaves no trace', (name) => {
    const broken = state();
    const words = encodeCommand(sound[name]!);
    const before = broken.digest();
    let steps = 0;
    for (let n = 1; ; n += 1) {
      const outcome = breakAt(broken, n, () => broken.ask(words, 0));
      expect(broken.digest(), `step ${n}`).toBe(before);
      if (!outcome.broken) break;
      steps = n;
    }
    expect(steps).toBeGreaterThan(1);
    const twin = state();
    expect([broken.apply(words, 0), twin.apply(words, 0)]).toEqual([200, 200]);
    expect(broken.digest()).toBe(twin.digest());
  });

  it('custody, the desk and the markets send no customer’s commands: the kinds say who', () => {
    const senders = NAMES.map((name) => commands[name].sender);
    expect(new Set(senders)).toEqual(new Set(['user', 'custody', 'desk', 'markets']));
  });
});
