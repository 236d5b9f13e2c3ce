// As many second contracts as a market takes: 20,000 wait, one more is refused, one tick opens them all (core §7).
import { describe, expect, it } from 'vitest';
import { type Command, encodeCommand, openExchange } from '../../src/index.ts';
import { MAX_OPEN as MAX_STAKES_OPEN, MAX_STAKES } from '../../src/earn/index.ts';
import { Parts } from '../../src/parts.ts';
import { MAX_CONTRACTS, MAX_OPEN, MAX_WAITING } from '../../src/second/index.ts';
import { command, genesisOf, USDT, usual } from '../kit/genesis.ts';
import { NO_KEY, NOON } from '../kit/world.ts';
import { M1, PERIODS, setOf } from './kit.ts';

describe('core §7 bounds', () => {
  it('tables have capacity for what the bounds admit', () => {
    const most = (name: string): number => new Parts().registry.tables.find((table) => table.name === name)!.most;
    expect([most('seconds'), most('stakes')]).toEqual([MAX_CONTRACTS, MAX_STAKES]);
    expect([MAX_OPEN, MAX_WAITING, MAX_CONTRACTS]).toEqual([200, 20_000, 1_000_000]);
    expect([MAX_STAKES_OPEN, MAX_STAKES]).toEqual([200, 2_000_000]);
    // A timer for each stake, two for each contract while it opens, and those of instruments and calendars.
    expect(most('timers')).toBeGreaterThan(MAX_CONTRACTS * 2 + MAX_STAKES + 100_000);
  });

  it('a market has 20,000 waiting contracts at most (429); one tick opens them all, one moment settles them', () => {
    const users = MAX_WAITING / MAX_OPEN;
    const exchange = openExchange();
    let time = NOON;
    const send = (one: Command): number => exchange.apply(encodeCommand(one), 0);
    const must = (one: Command): void => expect([one.name, send(one)]).toEqual([one.name, 200]);
    const tick = (price: number): Command =>
      command('ticks', { ticks: [{ instrument: 1, price, spread: 0, used: 3, total: 3 }], quotes: [] });
    const pass = (ms: number): void => {
      time += ms;
      exchange.advance(time);
      exchange.readEvents();
    };
    pass(0);
    must(genesisOf({ ...usual, funds: [{ class: 13, asset: USDT, amount: 10 ** 6 }] }));
    must(setOf({ periods: PERIODS.map((period) => ({ ...period, min: 1 })) }));
    for (let user = 2; user < users + 3; user += 1) {
      must(command('user.open', { referrer: 0 }));
      must(command('practice.claim', { user, ...NO_KEY }));
      must(command('wallet.transfer', { user, ...NO_KEY, from: 1, to: 6, asset: USDT, amount: 9_000, market: 0 }));
    }
    must(tick(10_000));
    const bet = (user: number): Command =>
      command('second.open', {
        ...{ user, ...NO_KEY, market: M1, direction: 1, seconds: 30, amount: 10, terms: PERIODS[0]!.odds },
      });
    for (let user = 2; user < users + 2; user += 1)
      for (let n = 0; n < MAX_OPEN; n += 1) expect(send(bet(user))).toBe(200);
    expect([send(bet(2)), exchange.expected], 'his own are too many').toEqual([2110, MAX_OPEN]);
    expect([send(bet(users + 2)), exchange.expected, exchange.got]).toEqual([429, MAX_WAITING, MAX_WAITING]);
    exchange.audit();
    pass(1_000);
    must(tick(10_000));
    expect(send(bet(users + 2)), 'they wait no more').toBe(200);
    exchange.audit();
    pass(30_000);
    must(tick(10_001));
    pass(1);
    exchange.audit();
    const escrow = exchange.save().tables.find(({ name }) => name === 'seconds')!;
    expect(
      escrow.columns.find(({ name }) => name === 'generation')!.data.filter((one: number) => one % 2 === 1),
    ).toHaveLength(0);
    expect(send(bet(2)), 'and free capacity').toBe(200);
  });
});
