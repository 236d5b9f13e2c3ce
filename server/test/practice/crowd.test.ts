// The crowd on the real core, with its prices and its market maker: what it sends, that a run can be repeated, that money
// stays whole, and that it leaves nothing open when it is stopped.

import {
  type Command,
  type CommandName,
  commands,
  defaultGenesis,
  encodeCommand,
  firstCommands,
  packWords,
} from '@vitrine/core';
import { MARKET_MAKER, MARKET_TYPE } from '@vitrine/core/enum';
import { describe, expect, it } from 'vitest';

// oxlint-disable-next-line vitrine/workspace-imports -- the simulation is a tool of tests and no part of the core's face
import { Auditor } from '../../../core/sim/auditor/auditor.ts';
import { startMarkets } from '../../src/markets/index.ts';
import { seedHashOf } from '../../src/markets/seed.ts';
import { crowdMarkets } from '../../src/practice/markets.ts';
import { observerOf } from '../../src/practice/observer.ts';
import { runCrowd } from '../../src/practice/run.ts';
import { TRADERS } from '../../src/practice/trader.ts';
import { type CoreBatch, coreLink } from '../markets/core-link.ts';
import { handClock } from '../markets/world.ts';

/** A Saturday: only crypto trades. */
const START = Date.UTC(2026, 10, 21, 14, 30);
const SEED = '5eed';
const FIRST = MARKET_MAKER + 1;
const accounts = new Map(Array.from({ length: TRADERS }, (_, at) => [at + 1, FIRST + at]));

/** An exchange with prices, and a crowd that is switched off. */
async function world(rate?: number) {
  const clock = handClock(START);
  const auditor = new Auditor();
  /** What the crowd sent, and what became of it. */
  const sent: { readonly command: Command; readonly code: number; readonly time: number }[] = [];
  const watch = ({ time, events, workLeft, replies }: CoreBatch): void => {
    auditor.fold(events, time, workLeft);
    for (const { command, code } of replies)
      if (commands[command.name].sender === 'user') sent.push({ command, code, time });
  };
  const { exchange, link, run } = coreLink(clock.now, watch);
  run([defaultGenesis('practice', seedHashOf(SEED)), ...firstCommands('practice')]);
  const opened = run([...accounts].map(() => ({ name: 'user.open', referrer: 0 }) as Command));
  expect(opened.map(({ result }) => result)).toEqual([...accounts.values()]);
  const settings = { prices: { kind: 'simulated' }, replaySpeed: 1, replayNoise: 1 } as const;
  const markets = await startMarkets({ link, settings, seed: SEED, clock });
  await clock.move(START + 3_000);
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
  return { clock, exchange, run, markets, sent, faults, start, own };
}

type World = Awaited<ReturnType<typeof world>>;

/** Ends a world and checks what always holds. */
async function ended({ exchange, markets, faults, sent }: World, crowd: Awaited<ReturnType<World['start']>>) {
  await crowd.stop();
  await markets.stop();
  expect(faults).toEqual([]);
  exchange.audit();
  const users = new Set(accounts.values());
  for (const { command } of sent) expect('user' in command && users.has(command.user)).toBe(true);
}

const wordsOf = ({ sent }: World) =>
  sent.map(({ command }) => Buffer.from(packWords(encodeCommand(command))).toString('hex'));

describe('the crowd (issue 18 §1)', () => {
  it('makes every kind of market trade in a minute, at its rate, in few bytes, with hardly a refusal', async () => {
    const one = await world();
    const crowd = await one.start();
    await crowd.set(true);
    await one.clock.move(START + 63_000);
    const { sent } = one;
    const counts = new Map<CommandName, number>();
    for (const { command } of sent) counts.set(command.name, (counts.get(command.name) ?? 0) + 1);
    expect(counts.get('practice.claim')).toBe(TRADERS);
    for (const name of ['order.place', 'contract.place', 'order.amend', 'wallet.transfer'] as const)
      expect(counts.get(name), name).toBeGreaterThan(0);

    // The rate bounds what trades; money matters come once a day and are not counted.
    const trading = sent.filter(({ command: { name } }) => name !== 'practice.claim' && name !== 'wallet.transfer');
    expect(trading.length).toBeGreaterThan(60 * 2);
    expect(trading.length).toBeLessThan(60 * 5 + 20 + 1);
    const bytes = wordsOf(one).reduce((sum, hex) => sum + hex.length / 2, 0);
    expect(bytes / sent.length).toBeLessThan(40);
    expect(sent.filter(({ code }) => code !== 200).length).toBeLessThan(sent.length * 0.05);
    const rows = new Set(sent.map(({ time }) => time));
    expect(rows.size).toBeLessThanOrEqual(61);

    // Longs and shorts, resting orders on both sides, most books traded.
    const { orders, positions } = one.own();
    expect(new Set(positions.map(({ side }) => side))).toEqual(new Set([1, 2]));
    expect(new Set(orders.map(({ side }) => side))).toEqual(new Set([1, 2]));
    const crypto = crowdMarkets().filter((market) => market.crypto && market.type !== MARKET_TYPE.inverse);
    const traded = new Set(
      sent.flatMap(({ command, code }) => ('market' in command && code === 200 ? [command.market] : [])),
    );
    expect(crypto.filter(({ market }) => traded.has(market as never)).length).toBeGreaterThan(crypto.length * 0.8);
    await ended(one, crowd);
  });

  it('can be repeated: the same seed and time send the same commands, byte by byte', async () => {
    const runs: string[][] = [];
    for (let time = 0; time < 2; time += 1) {
      const one = await world();
      const crowd = await one.start();
      await crowd.set(true);
      await one.clock.move(START + 20_000);
      await ended(one, crowd);
      runs.push(wordsOf(one));
    }
    expect(runs[0]?.length).toBeGreaterThan(60);
    expect(runs[1]).toEqual(runs[0]);
  });

  it('breaks no invariant in thousands of commands, and stopping it leaves no order and no position', async () => {
    const one = await world(60);
    const crowd = await one.start();
    await crowd.set(true);
    await one.clock.move(START + 303_000);
    expect(one.sent.length).toBeGreaterThan(1_500);
    one.exchange.audit();
    const before = one.own();
    expect(before.orders.length).toBeGreaterThan(20);
    expect(before.positions.length).toBeGreaterThan(20);

    const from = one.sent.length;
    await crowd.set(false);
    const stopping = one.sent.slice(from);
    expect(new Set(stopping.map(({ command }) => command.name))).toEqual(
      new Set(['order.cancelAll', 'position.close']),
    );
    expect(stopping.filter(({ code }) => code !== 200)).toEqual([]);
    expect(one.own()).toEqual({ orders: [], positions: [] });
    const after = one.sent.length;
    await one.clock.move(START + 330_000);
    expect(one.sent.length).toBe(after);

    // Switched on again it trades again.
    await crowd.set(true);
    await one.clock.move(START + 340_000);
    expect(one.sent.length).toBeGreaterThan(after);
    await ended(one, crowd);
  });

  it('finds its orders and positions again after a restart, and closes them if it is not wanted any more', async () => {
    const one = await world(30);
    const first = await one.start();
    await first.set(true);
    await one.clock.move(START + 30_000);
    await first.stop();
    const { orders, positions } = one.own();
    expect(orders.length + positions.length).toBeGreaterThan(20);
    const second = await one.start();
    await second.set(false);
    expect(one.own()).toEqual({ orders: [], positions: [] });
    await ended(one, second);
  });
});
