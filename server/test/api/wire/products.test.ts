// Positions, second contracts, orders and settlements of a simulated exchange in the words of the agreement.

import { feedData, order as orderShape, position as positionShape, second as secondShape } from '@vitrine/contract';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Second, Settlement } from '../../../src/projection/handlers/index.ts';
import { createLive, type Live, printAtoms, printCents } from '../../../src/projection/live/index.ts';
import type { CommittedBatch } from '../../../src/projection/live/store.ts';
import {
  crossWalletOf,
  deleverageRank,
  fillOf,
  orderOf,
  positionOf,
  priceOf,
  secondOf,
  settlementOf,
  symbolOf,
} from '../../../src/api/wire/index.ts';
import { openSim, type SimWorld } from '../../support/sim-world.ts';

const SEED = 1;
const BATCHES = 1_300;

let live: Live;
let world: SimWorld;
const settlements: Settlement[] = [];
const seconds: { readonly one: Second; readonly time: number }[] = [];
const fills: Parameters<typeof fillOf>[1][] = [];

beforeAll(async () => {
  world = openSim(SEED);
  let listener: (batch: CommittedBatch) => void = () => undefined;
  live = await createLive({
    onBatch: (next) => {
      listener = next;
      return () => undefined;
    },
    seed: async () => ({ row: 0, seq: 0, time: 0, rowHash: '', events: new Float64Array(0) }),
  });
  live.onChange((change) => {
    settlements.push(...change.settlements);
    seconds.push(...change.seconds.map((one) => ({ one, time: change.head.time })));
    fills.push(...change.orders.flatMap((one) => one.fills));
  });
  for (let count = 0; count < BATCHES; count += 1) listener(world.next());
});

const users = () => Array.from({ length: world.users - 1 }, (_, at) => at + 2);
const open = () => users().flatMap((user) => live.positions(user));

describe('positions (calls §1)', () => {
  it('are complete, their profit as three numbers, of both contract types and margin modes', () => {
    const met = new Set<string>();
    for (const one of open()) {
      const shown = positionShape.parse(positionOf(live, one));
      const contract = live.contract(one.market);
      const settle = live.asset(contract?.settle ?? 0);
      if (!contract || !settle) throw new Error('expected a contract and its coin');
      const atoms = (text: string) => BigInt(text.replace('.', ''));
      expect(atoms(shown.profit)).toBe(atoms(shown.priceProfit) + atoms(shown.feeProfit) + atoms(shown.fundingProfit));
      expect(shown.feeProfit).toBe(printAtoms(one.feeProfit, settle));
      expect(atoms(shown.priceProfit) - atoms(shown.unrealisedProfit)).toBe(BigInt(one.priceProfit));
      expect(shown.settleCoin).toBe(settle.code);
      expect(shown.symbolName).toBe(symbolOf(live, one.market));
      expect([shown.contractType, shown.direction, shown.leverageRadio]).toEqual([
        contract.type === MARKET_TYPE.linear ? 'u' : 'coin',
        one.side,
        one.leverage,
      ]);
      expect(shown.markPrice).toBe(printCents(live.mark(one.market)?.mark ?? 0, contract));
      if (one.marginMode === 2) expect(shown.margin).toBe(printAtoms(one.margin, settle));
      expect(shown.closeTime).toBeNull();
      expect(shown.deleverageRank).toBeGreaterThanOrEqual(0);
      met.add(`${shown.contractType} ${shown.marginMode}`);
    }
    expect(met.size).toBeGreaterThanOrEqual(3);
  });

  it('show where they are liquidated no later than it happens: at most a cent from the trigger (money §3)', () => {
    for (const one of open()) {
      const contract = live.contract(one.market);
      const shown = positionOf(live, one)?.liquidationPrice ?? null;
      if (one.liquidation === 0) expect(shown).toBeNull();
      if (one.liquidation === 0 || contract === undefined) continue;
      const near = one.marginMode === 1 ? [0] : one.side === 1 ? [0, 1] : [0, -1];
      expect(near.map((off) => printCents(one.liquidation + off, contract))).toContain(shown);
    }
  });

  it('of a wallet stand on it together; its collateral ratio is theirs', () => {
    const cross = open().filter((one) => one.marginMode === 1);
    expect(cross.length).toBeGreaterThan(1);
    for (const one of cross) {
      const contract = live.contract(one.market);
      if (!contract) throw new Error('expected a contract');
      const wallet = crossWalletOf(live, one.user, contract);
      expect(wallet.balance).toBe(live.balance(one.user, contract.type, contract.settle)?.available);
      const equity = wallet.balance + wallet.unrealised;
      if (equity <= wallet.maintenance) continue;
      const ratio = positionOf(live, one)?.collateralRatio ?? '';
      expect(BigInt(ratio.replace('.', ''))).toBe(
        (BigInt(wallet.maintenance) * 1_000_000n + BigInt(equity) - 1n) / BigInt(equity),
      );
    }
  });

  it('are ranked for deleveraging in five parts among their market and side', () => {
    const groups = Map.groupBy(open(), (one) => `${one.market}:${one.side}`);
    for (const group of groups.values()) {
      const ranks = group.map((one) => deleverageRank(live, one)).filter((rank) => rank > 0);
      for (const rank of ranks) expect(rank).toBeLessThanOrEqual(5);
      // The first of all who have something to lose is in the first part.
      if (ranks.length > 0) expect(Math.max(...ranks)).toBe(5);
      if (ranks.length >= 5) expect(new Set(ranks)).toEqual(new Set([1, 2, 3, 4, 5]));
    }
  });

  it('that are gone have no price of their own any more', () => {
    const [one] = open();
    if (!one) throw new Error('expected a position');
    const gone = {
      ...one,
      lots: 0,
      canClose: 0,
      cost: 0,
      margin: 0,
      liquidation: 0,
      closed: one.updated,
    } as typeof one;
    expect(positionShape.parse(positionOf(live, gone))).toMatchObject({
      averageOpenPrice: null,
      markPrice: null,
      liquidationPrice: null,
      breakEvenPrice: null,
      collateralRatio: null,
      stopProfitPrice: null,
      deleverageRank: 0,
      closeTime: one.updated,
    });
    expect(positionOf(live, { ...one, market: 999 as typeof one.market })).toBeUndefined();
  });
});

describe('orders and fills of contracts (calls §1)', () => {
  it('have a contract type, the four directions, leverage and mode; their money is in the settle coin', () => {
    const directions = new Set<number>();
    for (const one of users().flatMap((user) => live.openOrders(user))) {
      const shown = orderShape.parse(orderOf(live, one));
      const contract = live.contract(one.market);
      if (contract === undefined) {
        expect(shown).toMatchObject({ contractType: null, leverageRadio: null, marginMode: null, positionId: null });
        continue;
      }
      directions.add(one.direction);
      expect(shown.account).toBeNull();
      expect(shown.direction).toBe(one.direction);
      expect(shown.serviceChargeCoin).toBe(live.asset(contract.settle)?.code);
      expect(shown.symbolName).toBe(symbolOf(live, one.market));
      if (one.direction > 2) expect(shown.positionId).toBe(String(one.position));
      else expect(shown.leverageRadio).toBe(one.leverage);
    }
    expect(directions).toEqual(new Set([1, 2, 3, 4]));
    const kinds = new Set<number>();
    for (const fill of fills) {
      const shown = fillOf(live, fill);
      const contract = live.contract(fill.market);
      if (contract === undefined) expect(shown?.direction).toBe(fill.ownSide);
      else {
        kinds.add(fill.direction);
        expect(shown).toMatchObject({ direction: fill.direction, feeCoin: live.asset(contract.settle)?.code });
      }
    }
    expect(kinds).toEqual(new Set([1, 2, 3, 4]));
  });

  it('averages of coin contracts are those of their contracts, not of their coin', () => {
    const dealt = users()
      .flatMap((user) => live.openOrders(user))
      .filter((one) => one.dealtLots > 0 && live.contract(one.market)?.type === MARKET_TYPE.inverse);
    for (const one of dealt) {
      const { dealAveragePrice, entrustPrice } = orderOf(live, one) ?? {};
      // A limit order never deals worse than its price.
      const [average, limit] = [
        BigInt((dealAveragePrice ?? '').replace('.', '')),
        BigInt((entrustPrice ?? '').replace('.', '') + '00'),
      ];
      if (one.side === 1) expect(average <= limit + 1n).toBe(true);
      else expect(average >= limit - 1n).toBe(true);
    }
  });
});

describe('second contracts and settlements (calls §8)', () => {
  it('count down by the server’s clock and name both ticks', () => {
    const statuses = new Set<number>();
    for (const { one, time } of seconds) {
      const shown = secondShape.parse(secondOf(live, one, time));
      statuses.add(shown.status);
      if (shown.status === 0)
        expect(shown).toMatchObject({ countdown: one.seconds * 1_000, openTick: null, closeTime: null });
      if (shown.status === 1) {
        expect(shown.countdown).toBe(Math.max(0, one.matures - time));
        expect(shown.closeTime).toBe(one.matures);
        expect(shown.profit).toBeNull();
      }
      if (shown.status > 0 && one.openTick > 0)
        expect(shown.openTick).toMatchObject({ time: one.openTime, price: shown.openPrice });
      if (shown.status === 2) {
        expect(shown.countdown).toBe(0);
        expect(shown.closeTick?.seq).toBeGreaterThanOrEqual(shown.openTick?.seq ?? Infinity);
        expect(shown.profit?.startsWith('-')).toBe(shown.result === 2);
        expect(shown.voidReason).toBeNull();
      }
      if (shown.status === 3) expect([shown.voidReason, Number(shown.profit)]).toEqual([expect.any(String), 0]);
    }
    expect(statuses).toEqual(new Set([0, 1, 2, 3]));
  });

  it('are sent in the form of the stream, each by its kind', () => {
    const rows = settlements.flatMap((one) => settlementOf(live, one, live.head().time) ?? []);
    expect(rows).toHaveLength(settlements.length);
    feedData.SETTLEMENT.parse(rows);
    const kinds = new Set(rows.map((one) => one.kind));
    for (const kind of ['second', 'interest', 'liquidation'] as const) expect(kinds, kind).toContain(kind);
    for (const row of rows) expect(row.second === null || row.kind === 'second').toBe(true);
  });
});

describe('prices of contracts (calls §1 Price)', () => {
  it('carry mark, funding and when it is settled next; those of spot carry none', () => {
    for (const contract of live.contracts()) {
      const price = feedData.DETAIL.parse(priceOf(live, contract.instrument, live.market(contract.market)));
      expect(price.markPrice).toBe(printCents(live.mark(contract.market)?.mark ?? 0, contract));
      const every = contract.fundingHours * 3_600_000;
      expect((price.nextFundingTime ?? 0) % every).toBe(0);
      expect((price.nextFundingTime ?? 0) - live.head().time).toBeGreaterThan(0);
      expect((price.nextFundingTime ?? 0) - live.head().time).toBeLessThanOrEqual(every);
      const now = live.fundingNow(contract.market)?.rate ?? live.fundingRates(contract.market)[0]?.rate;
      expect(price.fundingRate).toBe(now === undefined ? null : printAtoms(now, { scale: 9 }));
    }
    const spot = live.markets().find((one) => one.type === 1);
    expect(priceOf(live, spot?.instrument ?? 0, spot)).toMatchObject({
      markPrice: null,
      fundingRate: null,
      nextFundingTime: null,
    });
  });

  it('carry the index with its own time and 24 hours, and when the close was traded, never one with the other’s', () => {
    for (const market of [...live.markets(), ...live.contracts()]) {
      const price = feedData.DETAIL.parse(priceOf(live, market.instrument, live.market(market.market)));
      const index = feedData.DETAIL.parse(priceOf(live, market.instrument, undefined));
      const ticker = live.ticker(market.market);
      expect(price.tradeTime).toBe(ticker !== undefined && ticker.last > 0 ? ticker.lastTime : null);
      expect(price.close === null).toBe(price.tradeTime === null);
      expect(price.indexTime).toBe(live.tick(market.instrument)?.time ?? null);
      expect([
        price.indexPrice,
        price.indexChange,
        price.indexChangePercent,
        price.indexHigh24,
        price.indexLow24,
      ]).toEqual([index.close, index.change, index.priceChangePercent, index.high24, index.low24]);
    }
    expect(live.markets().some(({ market }) => (live.ticker(market)?.last ?? 0) > 0)).toBe(true);
  });

  it('a contract is found by its instrument’s names, its candles by kind; a mark has candles too', () => {
    const [contract] = live.contracts();
    if (!contract) throw new Error('expected a contract');
    const named = live.instrument(contract.instrument);
    expect(live.marketOf(contract.type, named?.base ?? '', named?.quote ?? '')?.market).toBe(contract.market);
    expect(live.contractOf(contract.type, contract.instrument)?.market).toBe(contract.market);
    expect(live.candle({ kind: 'mark', id: contract.market }, '1m')?.close).toBe(live.mark(contract.market)?.mark);
    expect(live.candles({ kind: contract.type as 2 | 3, id: contract.market }, '1h').length).toBeGreaterThan(0);
  });
});
