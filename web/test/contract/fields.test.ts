// Every figure of a position: what the server answers and what the page prints are the same to the last digit (money §3).

import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import type { Position as WirePosition } from '@vitrine/contract';
import { valueAt } from '@vitrine/core/formula';
import { describe, expect, test } from 'vitest';
import type { Contract, Position } from '@vitrine/server/projection/handlers';
import type { Live } from '@vitrine/server/projection/live';
import { positionOf } from '@vitrine/server/api/wire';
import { figureTexts } from '../../src/features/contract/figures.tsx';
import { figuresOf, type Held, wordsOf } from '../../src/features/contract/positions/held.ts';
import type { ContractTerms } from '../../src/features/contract/terms.ts';
import { inverse, linear } from './kit.ts';

const { rounds } = randomTests(import.meta.url);

/** Fields that the page reckons itself; the rest it shows as they came. */
const RECKONED = [
  'value',
  'margin',
  'averageOpenPrice',
  'markPrice',
  'liquidationPrice',
  'collateralRatio',
  'profit',
  'priceProfit',
  'feeProfit',
  'fundingProfit',
  'unrealisedProfit',
  'maintenanceMargin',
  'breakEvenPrice',
] as const satisfies readonly (keyof WirePosition)[];
/** Fields that are shown as they came: names, counts, times, and what orders say. */
const TOLD = [
  'id',
  'symbolName',
  'contractType',
  'direction',
  'marginMode',
  'leverageRadio',
  'openInterest',
  'canClose',
  'settleCoin',
  'stopProfitPrice',
  'stopLossPrice',
  'deleverageRank',
  'riskPrice',
  'createTime',
  'updateTime',
  'closeTime',
  'seq',
] as const satisfies readonly (keyof WirePosition)[];

interface World {
  readonly terms: ContractTerms;
  readonly positions: readonly Position[];
  readonly balance: number;
}

/** The server's live fold, as far as a position's answer asks it. */
function liveOf({ terms, positions, balance }: World, mark: number, risk = mark): Live {
  const contract = {
    market: 101,
    type: terms.type,
    instrument: 1,
    settle: 1,
    tickDecimals: terms.tickDecimals,
    lotDecimals: terms.lotDecimals,
    perLot: terms.perLot,
    face: terms.face,
    tiers: Array.from({ length: terms.count }, (_, row) => ({
      cap: terms.tiers.cap[row],
      rate: terms.tiers.rate[row],
      leverage: terms.tiers.leverage[row],
      amount: terms.tiers.amount[row],
    })),
  } as unknown as Contract;
  const part = {
    contract: () => contract,
    contracts: () => [contract],
    asset: () => ({ asset: 1, code: terms.settle, scale: terms.settleScale }),
    instrument: () => ({ instrument: 1, base: 'BTC', quote: 'USDT' }),
    mark: () => (mark === 0 ? undefined : { mark }),
    riskPrice: () => risk,
    guards: () => [],
    user: () => ({ tier: 0 }),
    contractFees: () => [{ tier: 0, maker: terms.maker, taker: terms.taker }],
    balance: () => ({ available: balance, held: 0 }),
    positions: () => positions,
    sidePositions: () => [],
    ranked: () => [],
  };
  // Whatever else is asked is nobody's: an answer that needs it would fail here.
  return new Proxy(part, {
    get: (target, name) => (name in target ? target[name as keyof typeof target] : () => []),
  }) as unknown as Live;
}

const anyPosition = fc.record({
  coin: fc.boolean(),
  side: fc.constantFrom(1, 2),
  mode: fc.constantFrom(1, 2),
  leverage: fc.integer({ min: 1, max: 125 }),
  lots: fc.integer({ min: 1, max: 60_000 }),
  entry: fc.integer({ min: 10_000, max: 2_000_000 }),
  drift: fc.integer({ min: -2_000, max: 2_000 }),
  later: fc.integer({ min: -2_000, max: 2_000 }),
  basis: fc.integer({ min: -99, max: 99 }),
  cents: fc.integer({ min: 0, max: 99 }),
  realised: fc.tuple(
    fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
    fc.integer({ min: -10_000_000, max: 0 }),
    fc.integer({ min: -10_000_000, max: 10_000_000 }),
  ),
  extra: fc.integer({ min: 0, max: 1_000_000_000 }),
  balance: fc.integer({ min: 0, max: 100_000_000_000 }),
});

describe('a position on the page (§3)', () => {
  test('every field of the answer is either reckoned or shown as it came', () => {
    const seen: Record<keyof WirePosition, true> = Object.fromEntries(
      [...RECKONED, ...TOLD].map((name) => [name, true]),
    ) as Record<keyof WirePosition, true>;
    const { terms } = { terms: linear };
    const position = made(terms, {
      side: 1,
      mode: 2,
      leverage: 20,
      lots: 100,
      cost: 10_000_000,
      margin: 500_000,
      realised: [0, 0, 0],
    });
    const wire = positionOf(liveOf({ terms, positions: [position], balance: 0 }, 10_000_000), position);
    expect(Object.keys(wire ?? {}).toSorted()).toEqual(Object.keys(seen).toSorted());
  });

  test('its figures equal the server’s to the last digit, at the mark it came with and at every later one', () => {
    fc.assert(
      fc.property(anyPosition, (any) => {
        const terms = any.coin ? inverse : linear;
        const cost = valueAt(terms.type, terms.perLot, any.lots, any.entry * 100, any.side === 1 ? 1 : 0);
        if (cost < 1) return;
        const position = made(terms, {
          ...any,
          cost,
          margin: any.mode === 2 ? Math.ceil(cost / any.leverage) + any.extra : 0,
        });
        const world = { terms, positions: [position], balance: any.balance };
        const first = Math.max(100, Math.trunc(any.entry * (100 + any.drift / 100)) + any.cents);
        const wire = positionOf(liveOf(world, first), position) as WirePosition;
        // Later marks come by the price feed alone: the position is not sent again.
        for (const mark of [first, Math.max(100, Math.trunc(any.entry * (100 + any.later / 100)) + any.cents)]) {
          const words = wordsOf(wire, terms);
          if (!words) throw new Error('expected the words of a position, got none');
          const risk = mark - any.basis;
          const one: Held = { position: wire, terms, words, mark, risk };
          const page = figureTexts({ one, figures: figuresOf(one, [one], any.balance) });
          const server = positionOf(liveOf(world, mark, risk), position) as WirePosition;
          expect(page).toEqual(Object.fromEntries(RECKONED.map((name) => [name, server[name]])));
        }
      }),
      rounds(500),
    );
  });
});

interface Made {
  readonly side: number;
  readonly mode: number;
  readonly leverage: number;
  readonly lots: number;
  readonly cost: number;
  readonly margin: number;
  readonly realised: readonly [number, number, number] | number[];
}

function made(terms: ContractTerms, { side, mode, leverage, lots, cost, margin, realised }: Made): Position {
  return {
    position: 7,
    user: 3,
    market: 101,
    side,
    marginMode: mode,
    leverage,
    lots,
    canClose: lots,
    cost,
    margin,
    priceProfit: realised[0],
    feeProfit: realised[1],
    fundingProfit: realised[2],
    liquidation: mode === 1 ? 9_000_000 : 0,
    created: 1,
    updated: 2,
    closed: 0,
    seq: 4,
    lastSeq: 5,
  } as unknown as Position;
}
