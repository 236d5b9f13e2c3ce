// An exchange on the real core with its prices, its market maker and a crowd of practice traders, on a clock that is moved
// by hand. Every event is checked by the auditor and projected to books.

import { type Command, commands, defaultGenesis, encodeCommand, firstCommands, packWords } from '@vitrine/core';
import { MARKET_MAKER } from '@vitrine/core/enum';
import { expect } from 'vitest';

// oxlint-disable-next-line vitrine/workspace-imports -- the simulation is a tool of tests and no part of the core's face
import { Auditor } from '../../../core/sim/auditor/auditor.ts';
import { type Clock, startMarkets } from '../../src/markets/index.ts';
import { seedHashOf } from '../../src/markets/seed.ts';
import { observerOf } from '../../src/practice/observer.ts';
import { runCrowd } from '../../src/practice/run.ts';
import { TRADERS } from '../../src/practice/trader.ts';
import { LEVELS_SHOWN } from '../../src/projection/live/books.ts';
import { LiveStore } from '../../src/projection/live/store.ts';
import { type CoreBatch, coreLink } from '../markets/core-link.ts';
import { handClock } from '../markets/world.ts';

/** A Saturday: only crypto trades. */
export const START = Date.UTC(2026, 10, 21, 14, 30);
const SEED = '5eed';
const FIRST = MARKET_MAKER + 1;
const accounts = new Map(Array.from({ length: TRADERS }, (_, at) => [at + 1, FIRST + at]));

interface WorldParts {
  /** Commands per second of the crowd; its own rate if undefined. */
  readonly rate?: number;
  readonly clock?: Clock & { readonly move: (to: number) => Promise<void> };
}

/** An exchange with prices, and a crowd that is switched off. */
export async function world({ rate, clock = handClock(START) }: WorldParts = {}) {
  const auditor = new Auditor();
  /** What the crowd sent, and what became of it. */
  const sent: { readonly command: Command; readonly code: number; readonly time: number }[] = [];
  const customers = new Set<number>();
  const store = new LiveStore(new Set(accounts.values()));
  let row = 0;
  const watch = ({ time, events, workLeft, replies }: CoreBatch): void => {
    auditor.fold(events, time, workLeft);
    row += 1;
    store.batch({
      row,
      firstSeq: exchange.seq - replies.length,
      count: replies.length,
      time,
      rowHash: '',
      events,
    });
    for (const { command, code } of replies) {
      if (commands[command.name].sender !== 'user' || ('user' in command && customers.has(command.user))) continue;
      sent.push({ command, code, time });
    }
  };
  const { exchange, link, run } = coreLink(clock.now, watch);
  run([defaultGenesis('practice', seedHashOf(SEED)), ...firstCommands('practice')]);
  const opened = run([...accounts].map(() => ({ name: 'user.open', referrer: 0 }) as Command));
  expect(opened.map(({ result }) => result)).toEqual([...accounts.values()]);
  const settings = { prices: { kind: 'simulated' }, replaySpeed: 1, replayNoise: 1 } as const;
  const markets = await startMarkets({ link, settings, seed: SEED, clock });
  await clock.move(clock.now() + 3_000);
  const faults: unknown[] = [];
  const start = () =>
    runCrowd({
      ...{ link, seed: SEED, accounts, clock, broken: (error) => faults.push(error) },
      ...(rate === undefined ? {} : { rate: () => rate }),
    });
  const own = () => {
    const observer = observerOf(new Set(accounts.values()));
    observer.take(exchange.seed(), clock.now());
    const users = [...accounts.values()];
    return {
      orders: users.flatMap((user) => observer.orders(user)),
      positions: users.flatMap((user) => observer.positions(user)),
    };
  };
  /** A market's public book, best orders first. */
  const book = (market: number) => store.book(market)?.show(LEVELS_SHOWN);
  /** A new customer, who is no practice trader. */
  const openCustomer = (): number => {
    const user = run([{ name: 'user.open', referrer: 0 } as Command])[0]?.result ?? 0;
    customers.add(user);
    return user;
  };
  return { clock, exchange, run, markets, sent, faults, start, own, book, openCustomer };
}

export type World = Awaited<ReturnType<typeof world>>;

/** Ends a world and checks what always holds. */
export async function ended({ exchange, markets, faults, sent }: World, crowd: Awaited<ReturnType<World['start']>>) {
  await crowd.stop();
  await markets.stop();
  expect(faults).toEqual([]);
  exchange.audit();
  const users = new Set(accounts.values());
  for (const { command } of sent) expect('user' in command && users.has(command.user)).toBe(true);
}

/** Each command of the crowd as the journal has it, in hex. */
export const wordsOf = ({ sent }: Pick<World, 'sent'>) =>
  sent.map(({ command }) => Buffer.from(packWords(encodeCommand(command))).toString('hex'));
