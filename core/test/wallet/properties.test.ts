// Whatever comes over the rails, the counter and the desk: money §12 after every command, refusals change nothing, and
// snapshots, seeds and batches of any size come to the same.
import { describe, expect, it } from 'vitest';
import { type Command, encodeCommand, type Exchange, openExchange } from '../../src/index.ts';
import { approve, grantAll, people, propose } from '../desk/kit.ts';
import { random } from '../exchange/small-world.ts';
import { Auditor } from '../kit/audit.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { NO_KEY, World } from '../kit/world.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { OtcAudit } from '../otc/audit.ts';
import { act, bond, close, deal, merchant, offer, PRICE, rule, TERMS, terms } from '../otc/kit.ts';
import {
  cancelled,
  credit,
  LIMITS,
  limits,
  passed,
  rail,
  request,
  reverse,
  review,
  rules,
  stage,
  step,
  placed,
  swaps,
} from './kit.ts';
import { withSlotEnd } from '../kit/slots.ts';

const { seed } = randomTests(import.meta.url);

type Loose = { readonly name: string; readonly status?: number; readonly state?: number };
type Pick = (below: number) => number;
const USERS = 4;

/** Keeps all it ran, with the times, and the ids that came of it. */
class Story extends World {
  /** From the genesis on, which comes before this class has fields of its own. */
  declare happened: Set<string>;
  declare steps: { time: number; words: Float64Array }[];
  readonly ids: { withdrawals: number[]; offers: number[]; deals: number[] } = {
    withdrawals: [],
    offers: [],
    deals: [],
  };

  /** What the event-only auditor knows of the counter. */
  get otc(): OtcAudit {
    return this.audit.products.find((one): one is OtcAudit => one instanceof OtcAudit)!;
  }

  override batch(commands: readonly Command[]): ReturnType<World['batch']> {
    this.steps ??= [];
    this.happened ??= new Set();
    for (const one of withSlotEnd(commands)) this.steps.push({ time: this.time, words: encodeCommand(one) });
    const replies = super.batch(commands);
    for (const event of this.events as readonly Loose[])
      this.happened.add(`${event.name} ${event.status ?? event.state ?? ''}`.trim());
    return replies;
  }
}

function story(): Story {
  const funds = [USDT, BTC].map((asset) => ({ class: 15, asset, amount: 2_000 }));
  const world = new Story({ funds, practice: [300, 900, 12_000], house: 50_000 }, 0);
  grantAll(world);
  for (const asset of [BTC, ETH, USDT]) world.must(rail(asset));
  world.must(rail(USDT, { rail: 2, step: 100, feeRate: 5_000, fee: 50 }));
  world.must(limits({ ...LIMITS, hour: 400_000 }));
  world.must(rules({ most: 2, day: 5 }));
  world.must(swaps());
  world.must(terms({ bond: 500 }));
  people(world, USERS);
  for (let user = 2; user < 2 + USERS; user += 1) stage(world, user, 2);
  for (const user of [2, 3]) {
    merchant(world, user, 2);
    world.must(bond('lock', user, 500));
  }
  world.tick();
  return world;
}

function anyCommand(world: Story, pick: Pick): Command {
  const { ids } = world;
  const user = 2 + pick(USERS);
  const asset = 1 + pick(3);
  const of = (list: readonly number[]): number =>
    list.length === 0 ? 1 : list[list.length - 1 - pick(Math.min(list.length, 6))]!;
  const kind = pick(34);
  if (kind < 4) return credit(user, asset, 1 + pick(pick(5) === 0 ? 5 : 400), 1 + pick(40), { position: pick(2) });
  if (kind < 6) return reverse(1 + pick(40), { position: pick(2) });
  if (kind < 9) return request(user, asset, 5 + pick(300), { rail: pick(8) === 0 ? 2 : 1 });
  if (kind < 10) return cancelled(user, of(ids.withdrawals));
  if (kind === 10 && pick(2) === 0) return passed(of(ids.withdrawals));
  if (kind < 12) return review(of(ids.withdrawals), 1 + (pick(4) === 0 ? 1 : 0), 1 + pick(10));
  if (kind < 16) {
    const which = [1, 1, 2, 3, 3, 4][pick(6)]!;
    const cost = which === 3 ? pick(6) : 0;
    return step(of(ids.withdrawals), which, cost, cost === 0 ? 0 : asset);
  }
  if (kind < 18) {
    const to = 1 + pick(3);
    const amount = 1 + pick(200);
    const [receive = 1] = world.exchange.ask(encodeCommand(placed(user, asset, to, amount)), 0).numbers;
    return placed(user, asset, to, amount, Math.max(1, receive - pick(3) + 1));
  }
  if (kind < 20) {
    const from = 1 + pick(2);
    // Now and then all there is, so that a reversed deposit finds nothing.
    const amount = pick(2) === 0 ? Math.max(1, world.free(user, asset, from)) : 1 + pick(500);
    const to = pick(6) === 0 ? 1 : 2 + pick(3);
    return command('wallet.transfer', { user, ...NO_KEY, from, to, asset, amount, market: 0 });
  }
  if (kind < 22)
    return offer(2 + pick(3), 1 + pick(2), { asset, amount: 5 + pick(60), min: 1 + pick(9), max: 10 + pick(60) });
  if (kind === 22) return close(2 + pick(2), of(ids.offers));
  if (kind < 26) return deal(user, of(ids.offers), 1 + pick(30), { price: PRICE - (pick(9) === 0 ? 1 : 0) });
  if (kind < 30) {
    const id = of(ids.deals);
    const open = world.otc.deals.get(id);
    const party = open === undefined || pick(6) === 0 ? user : pick(2) === 0 ? open.buyer : open.seller;
    return act(
      (['paid', 'paid', 'paid', 'release', 'release', 'release', 'cancel', 'appeal'] as const)[pick(8)]!,
      party,
      id,
    );
  }
  if (kind === 30) return bond(pick(2) === 0 ? 'lock' : 'free', user, 1 + pick(400));
  if (kind === 31) return command('reward.claim', { user, ...NO_KEY, campaign: 1 + pick(3) });
  if (kind === 32) return command('user.set', { user, stage: 2, locks: [0, 0, 0, 1, 2][pick(5)]! });
  return command('practice.claim', { user, ...NO_KEY });
}

/** What two persons do: rule, fund, change terms, approve above the threshold. */
function anyAgreed(world: Story, pick: Pick): Command {
  const of = (list: readonly number[]): number => list.at(-1 - pick(4)) ?? 1;
  switch (pick(5)) {
    case 0:
      return rule(of(world.ids.deals), 1 + pick(2));
    case 1: {
      const opens = world.time + 1 + pick(5_000);
      return command('campaign.fund', {
        ...{ campaign: 1 + pick(3), asset: pick(3) === 0 ? BTC : USDT, each: 1 + pick(30), total: 30 + pick(200) },
        ...{ opens, closes: opens + pick(60_000), stage: pick(3) },
      });
    }
    case 2:
      return review(of(world.ids.withdrawals), 1, 0);
    case 3:
      if (pick(3) === 0) return rules({ most: 1 + pick(3), day: 2 + pick(6) });
      return terms({ bond: 500, fee: pick(40_000), payMs: TERMS.payMs + pick(1_000) });
    default:
      return rail(1 + pick(3), { fee: pick(4), open: [3, 3, 3, 2, 1][pick(5)]! });
  }
}

function drive(world: Story, pick: Pick, count: number): Map<number, number> {
  const codes = new Map<number, number>();
  const note = (one: Command): void => {
    const before = world.exchange.digest();
    const reply = world.send(one);
    codes.set(reply.code, (codes.get(reply.code) ?? 0) + 1);
    if (reply.code !== 200) return expect(world.exchange.digest(), `${one.name} was refused`).toBe(before);
    if (one.name === 'withdrawal.request') world.ids.withdrawals.push(reply.result);
    if (one.name === 'offer.open') world.ids.offers.push(reply.result);
    if (one.name === 'deal.open') world.ids.deals.push(reply.result);
  };
  for (let n = 0; n < count; n += 1) {
    world.wait(pick(60) === 0 ? pick(40) * 3_600_000 : pick(1_200));
    if (pick(4) === 0)
      world.must(world.ticks([9_900 + pick(200), 4_900 + pick(200)], { spread: pick(9) === 0 ? 500 : 1 }));
    if (pick(8) > 0) {
      note(anyCommand(world, pick));
      continue;
    }
    const made = propose(world, anyAgreed(world, pick));
    if (made.code === 200) approve(world, made.result);
  }
  return codes;
}

describe(`money §12 rails, swaps, rewards and the counter (seed ${seed})`, () => {
  /** What the stories must have come to, all rounds together. */
  const reached = [
    ...['deposit.changed 1', 'deposit.changed 2', 'deposit.changed 3', 'withdrawal.changed 5', 'withdrawal.changed 6'],
    ...['withdrawal.changed 7', 'withdrawal.changed 8', 'deal.changed 2', 'deal.changed 3', 'deal.changed 4'],
    ...[
      'withdrawal.passed',
      'reversal.owed',
      'swap.ended',
      'rewarded',
      'network.paid',
      'bond.changed',
      'offer.changed 2',
    ],
  ];

  it('hold every invariant after every command, and a refusal changes nothing', () => {
    for (let round = 0; round < runs(1); round += 1) drive(story(), random(seed + round), 400);
  });

  it('stories that are always the same come to every end there is', () => {
    const happened = new Set<string>();
    const codes = new Set<number>();
    for (const from of [12, 2, 1]) {
      const world = story();
      for (const code of drive(world, random(from), 400).keys()) codes.add(code);
      for (const what of world.happened) happened.add(what);
    }
    expect(reached.filter((what) => !happened.has(what))).toEqual([]);
    expect(codes.size, [...codes].join(' ')).toBeGreaterThan(12);
  });

  it('a twin from a snapshot in the middle goes on alike; a seed tells the same present', () => {
    const world = story();
    const pick = random(seed + 77);
    drive(world, pick, 120);
    const twin = world.twin();
    const from = world.steps.length;
    drive(world, pick, 120);
    run(twin, world.steps.slice(from));
    twin.advance(world.time);
    world.wait(0);
    expect(twin.digest()).toBe(world.exchange.digest());
    const emitted = new Auditor(world.shape, true);
    emitted.fold(world.exchange.seed(), world.time);
    expect(emitted.state()).toEqual(world.audit.state());
    // The seed's first record is the number of the last command, which batches take too.
    expect(twin.seed().subarray(5)).toEqual(world.exchange.seed().subarray(5));
  });

  it('the same commands at the same times come to the same in batches of every size', () => {
    const world = story();
    drive(world, random(seed + 99), 200);
    const digests = [1, 7, 1_000].map((size) => {
      const exchange = openExchange();
      run(exchange, world.steps, size);
      exchange.advance(world.time);
      return exchange.digest();
    });
    expect(new Set([...digests, world.exchange.digest()]).size, `seed ${seed}`).toBe(1);
  });
});

/** Runs steps; a batch ends at each new time, and every `size` commands. */
function run(exchange: Exchange, steps: readonly { time: number; words: Float64Array }[], size = 1): void {
  let last = -1;
  for (const [at, { time, words }] of steps.entries()) {
    if (time !== last || at % size === 0) exchange.advance(time);
    last = time;
    exchange.apply(words, 0);
  }
}
