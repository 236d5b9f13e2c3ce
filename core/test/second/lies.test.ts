// The event-only auditor takes the true events of second contracts, staking and finance, and notices every kind of lie
// planted in them (core §8).
import { describe, expect, it } from 'vitest';
import { type Command, encodeEvent, type ExchangeEvent } from '../../src/index.ts';
import { EarnWorld, FLEXIBLE, LOCKED, STAKING, DAY } from '../earn/kit.ts';
import { Auditor } from '../kit/audit.ts';
import { ANNA, BEN, CARL, type Reply, type World } from '../kit/world.ts';
import { DELAY, DOWN, SecondWorld } from './kit.ts';

type Loose = { name: string } & { [field: string]: number };
interface Emitted {
  readonly world: World;
  readonly batches: { readonly time: number; readonly events: ExchangeEvent[] }[];
}

/** A story of both kinds of ends, with all its events. */
function seconds(): Emitted {
  const batches: Emitted['batches'] = [];
  class Listening extends SecondWorld {
    override batch(commands: readonly Command[]): Reply[] {
      const replies = super.batch(commands);
      batches.push({ time: this.time, events: [...this.events] });
      return replies;
    }
  }
  const world = new Listening();
  const won = world.stake(ANNA, { amount: 101 });
  world.stake(BEN, { direction: DOWN });
  world.tickAt(world.time + DELAY, 10_000);
  const { matures } = world.contract(won)!.opened!;
  world.tickAt(matures, 10_001);
  world.wait(1);
  world.stake(CARL);
  world.wait(60_000);
  return { world, batches };
}

function stakes(): Emitted {
  const batches: Emitted['batches'] = [];
  class Listening extends EarnWorld {
    override batch(commands: readonly Command[]): Reply[] {
      const replies = super.batch(commands);
      batches.push({ time: this.time, events: [...this.events] });
      return replies;
    }
  }
  const world = new Listening();
  const early = world.stake(ANNA, STAKING, 1_001);
  world.stake(BEN, LOCKED, 1_000);
  world.stake(CARL, FLEXIBLE, 2_000);
  world.wait(2 * DAY + 1);
  world.redeem(ANNA, early, 990);
  world.wait(20 * DAY);
  return { world, batches };
}

function fold({ world, batches }: Emitted): void {
  const auditor = new Auditor(world.shape);
  for (const { time, events } of batches) {
    const words = events.flatMap((event) => [...encodeEvent(event)]);
    auditor.fold(Float64Array.from(words), time);
  }
}

const add =
  (name: string, field: string, by = 1) =>
  (event: Loose): boolean =>
    event.name === name && ((event[field] = event[field]! + by), true);

const lies: readonly (readonly [what: string, emitted: () => Emitted, plant: (event: Loose) => boolean])[] = [
  ['a win of one atom more than the odds give', seconds, add('second.waiting', 'win')],
  ['odds that are not sold', seconds, add('second.waiting', 'odds')],
  ['an opening at another price than the tick’s', seconds, add('second.opened', 'price')],
  ['an opening before its time', seconds, add('second.opened', 'time', -DELAY)],
  ['another maturity', seconds, add('second.opened', 'matures')],
  ['a loser who is called a winner', seconds, add('second.settled', 'result', 1)],
  ['a payment of one atom more', seconds, add('second.settled', 'paid')],
  ['a settlement by a price that turns it', seconds, add('second.settled', 'price', -5)],
  ['a settlement by a tick too old', seconds, add('second.settled', 'time', -2_001)],
  ['a settlement by a tick after maturity', seconds, add('second.settled', 'time')],
  ['a refund of one atom less', seconds, add('second.void', 'paid', -1)],
  ['a reserve of one atom less than promised', stakes, add('earn.opened', 'reserved', -1)],
  ['a principal of one atom less', stakes, add('earn.opened', 'amount', -1)],
  ['another end', stakes, add('earn.opened', 'ends')],
  ['a day paid with one atom more', stakes, add('earn.paid', 'amount')],
  ['a day paid twice', stakes, add('earn.paid', 'day')],
  ['a renewal that reserves less', stakes, add('earn.paid', 'reserved', -1)],
  ['a penalty of one atom more', stakes, add('earn.closed', 'penalty')],
  ['unused reserve kept back', stakes, add('earn.closed', 'unused', -1)],
  ['a payout of one atom less', stakes, add('earn.closed', 'paid', -1)],
];

describe('core §8 the auditor of second contracts, staking and finance', () => {
  it('takes the true events', () => {
    for (const emitted of [seconds(), stakes()]) fold(emitted);
  });

  for (const [what, emitted, plant] of lies)
    it(`notices ${what}`, () => {
      const story = structuredClone(emitted().batches);
      // The last event it fits: the first may be one of which a change would not show.
      const all = story.flatMap(({ events }) => events) as unknown as Loose[];
      const found = all.findLast((event) => plant(event));
      expect(found).toBeDefined();
      expect(() => fold({ world: emitted().world, batches: story })).toThrow();
    });

  for (const name of ['second.waiting', 'second.opened', 'second.settled', 'second.void'] as const)
    it(`notices that one ${name} is missing`, () => missing(seconds(), name));
  for (const name of ['earn.opened', 'earn.paid', 'earn.closed'] as const)
    it(`notices that one ${name} is missing`, () => missing(stakes(), name));

  function missing({ world, batches }: Emitted, name: ExchangeEvent['name']): void {
    const batch = batches.find(({ events }) => events.some((event) => event.name === name))!;
    const at = batch.events.findIndex((event) => event.name === name);
    batch.events.splice(at, 1);
    expect(() => fold({ world, batches })).toThrow();
  }
});
