// A fresh practice house on the real core behind a link that commits each command at once.

import {
  activations,
  type Command,
  decodeEvents,
  defaultGenesis,
  DONE,
  encodeCommand,
  type Exchange,
  type ExchangeEvent,
  firstCommands,
  openExchange,
} from '@vitrine/core';
import type { Batch, ExchangeLink } from '../../../src/engine/sequencer/index.ts';
import { command } from '../../support/exchange-world.ts';

const EVERY_ROLE = 31;

export interface TestExchange {
  readonly exchange: Exchange;
  readonly link: Pick<ExchangeLink, 'seed' | 'onBatch'>;
  time: number;
  /** Runs a command in a batch of its own; gives its result. @throws when it is refused. */
  must(one: Command): number;
  /** The same; gives the code. */
  send(one: Command): number;
  /** The newest batch's events. */
  readonly reported: ExchangeEvent[];
}

/** With all first values and customers of stage 2, numbers 2 to `users` + 1. */
export function testExchange(users = 2, time = Date.UTC(2026, 10, 22, 12)): TestExchange {
  const exchange = openExchange();
  const listeners = new Set<(batch: Batch) => void>();
  let row = 0;
  const house: TestExchange = {
    ...{ exchange, time, reported: [] },
    link: {
      onBatch(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      seed: async () => ({ row, seq: exchange.seq, time: house.time, rowHash: '', events: exchange.seed() }),
    },
    send(one) {
      const firstSeq = exchange.seq + 1;
      exchange.advance(house.time);
      const code = exchange.apply(encodeCommand(one), 0);
      const events = exchange.takeEvents().slice();
      row += 1;
      house.reported.splice(0, house.reported.length, ...decodeEvents(events));
      const batch = { ...{ row, firstSeq, count: 1, time: house.time, hash: '', rowHash: '' }, events };
      for (const listener of listeners) listener(batch);
      return code;
    },
    must(one) {
      const code = house.send(one);
      if (code !== DONE)
        throw new Error(`expected ${one.name} to be done, got ${code}: ${exchange.expected}, ${exchange.got}`);
      return exchange.result;
    },
  };
  for (const one of [defaultGenesis('practice', []), ...activations(1), ...firstCommands('practice')]) house.must(one);
  for (let user = 2; user < users + 2; user += 1) {
    house.must(command('user.open', { referrer: 0 }));
    house.must(command('user.set', { user, stage: 2, locks: 0 }));
  }
  return house;
}

/** What two administrators of the desk agree on; they are granted when they are first needed. */
export function agreedByTwo(
  house: TestExchange,
  name: Command['name'],
  fields: Readonly<Record<string, unknown>>,
): void {
  const words = [...encodeCommand(command(name, fields))].map((word) => ({ word }));
  for (const operator of [1, 2]) house.send(command('desk.grant', { operator, roles: EVERY_ROLE }));
  const proposal = house.must(command('proposal.make', { operator: 1, words }));
  house.must(command('proposal.approve', { operator: 2, proposal }));
}
