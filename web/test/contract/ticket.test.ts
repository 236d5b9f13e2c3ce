import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { initialMargin, maintenanceAt, openingLoss, unrealisedAt, valueAt, wholeFee } from '@vitrine/core/formula';
import { describe, expect, test } from 'vitest';
import {
  emptyTicket,
  noPosition,
  type TicketFacts,
  type TicketState,
} from '../../src/features/contract/ticket/form.ts';
import { mostLots, mostOffered, openingOf } from '../../src/features/contract/ticket/most.ts';
import { orderInput } from '../../src/features/contract/send.ts';
import { summariseTicket } from '../../src/features/contract/positions/summary.ts';
import { whole } from '../../src/features/contract/terms.ts';
import { type Conditions, validateTicket } from '../../src/features/contract/ticket/validate.ts';
import { coinFacts, edit, facts, inverse, linear, run } from './kit.ts';

const { rounds } = randomTests(import.meta.url);

const open: Conditions = { signedIn: true, known: true, trading: 'open', reduceOnly: false, opensAt: null };
const judge = (state: TicketState, conditions: Partial<Conditions> = {}, with_: TicketFacts = facts) =>
  validateTicket(state, with_, summariseTicket(state, with_), { ...open, ...conditions });
const limit = run([edit('price', '10000'), edit('amount', '0.01')]);

describe('typing', () => {
  test('the value follows price and amount, the amount a typed value, floored to the lot', () => {
    expect(limit.value).toBe('100');
    const byValue = run([edit('price', '10000.5'), edit('value', '100')]);
    expect(byValue.amount).toBe('0.00999');
    expect(byValue.value).toBe('100');
  });

  test('coin contracts are counted whole and worth their face, whatever the price', () => {
    const state = run([edit('value', '1250')], coinFacts);
    expect(state.amount).toBe('12');
    expect(run([edit('amount', '7')], coinFacts).value).toBe('700');
  });

  test('another market takes everything typed; a suggestion never replaces a price', () => {
    expect(run([{ type: 'suggest', price: '9999.9' }], facts, limit).price).toBe('10000');
    expect(run([{ type: 'market' }], facts, limit)).toEqual(emptyTicket);
  });

  test('a close takes its part of what can be closed, not of the wallet', () => {
    const held = { ...facts, long: { ...noPosition, lots: 1_001, canClose: 901, cost: 10_000_000, leverage: 20 } };
    const state = run(
      [
        { type: 'intent', intent: 'close' },
        { type: 'percent', percent: 50 },
      ],
      held,
    );
    expect(state.amount).toBe('0.00450');
  });
});

describe('Max (money §3: margin, fee and opening loss)', () => {
  /** What the exchange requires, computed anew from the formulas. */
  function required(state: TicketState, with_: TicketFacts, lots: number): number {
    const { terms, leverage, mark } = with_;
    const ticks = whole(state.price, terms.tickDecimals) ?? 0;
    const value = valueAt(terms.type, terms.perLot, lots, ticks * 100, 1);
    const side = state.side === 'long' ? 1 : 2;
    return (
      initialMargin(value, leverage) +
      wholeFee(value, Math.max(terms.maker, terms.taker)) +
      openingLoss(terms.type, side, terms.perLot, lots, value, mark ?? 0)
    );
  }

  const anyWorld = fc.record({
    coin: fc.boolean(),
    side: fc.constantFrom('long' as const, 'short' as const),
    away: fc.integer({ min: -4_500, max: 4_500 }),
    leverage: fc.integer({ min: 1, max: 125 }),
    atoms: fc.integer({ min: 1, max: 100_000_000_000 }),
    mode: fc.constantFrom('fixed' as const, 'all' as const),
  });

  test('is accepted, and one lot more is not', () => {
    fc.assert(
      fc.property(anyWorld, ({ coin, side, away, leverage, atoms, mode }) => {
        const with_: TicketFacts = { ...(coin ? coinFacts : facts), leverage, available: atoms, marginMode: mode };
        const state: TicketState = { ...emptyTicket, side, price: String((100_000 + away) / 10) };
        const most = mostLots(state, with_);
        if (most > 0) {
          expect(openingOf(state, with_, most)?.flaw).toBeUndefined();
          expect(required(state, with_, most)).toBeLessThanOrEqual(atoms);
        }
        expect(openingOf(state, with_, most + 1)?.flaw).toBeDefined();
      }),
      rounds(400),
    );
  });

  test('of a market order never asks for more than the book has within its reach', () => {
    fc.assert(
      fc.property(anyWorld, ({ coin, side, leverage, atoms }) => {
        const with_: TicketFacts = { ...(coin ? coinFacts : facts), leverage, available: atoms };
        const state: TicketState = { ...emptyTicket, side, kind: 'market' };
        const most = mostLots(state, with_);
        const opening = openingOf(state, with_, most);
        if (most === 0) return;
        expect(opening?.flaw).toBeUndefined();
        expect(opening?.takes.lots).toBe(most);
        expect(opening?.need.need).toBeLessThanOrEqual(atoms);
      }),
      rounds(300),
    );
  });

  test('every percentage of it is accepted too', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 5_000_000, max: 9_000_000_000 }),
        (percent, atoms) => {
          const with_ = { ...facts, available: atoms };
          const state = run([edit('price', '10000'), { type: 'percent', percent }], with_);
          const lots = whole(state.amount, 5) ?? 0;
          if (lots > 0) expect(openingOf(state, with_, lots)?.flaw).toBeUndefined();
        },
      ),
      rounds(100),
    );
  });

  test('as it is offered is still accepted when the mark has run against it before it is sent', () => {
    const kinds = fc.constantFrom('market' as const, 'limit' as const);
    fc.assert(
      fc.property(anyWorld, kinds, fc.integer({ min: 0, max: 300 }), ({ coin, side, leverage, atoms }, kind, run_) => {
        const with_: TicketFacts = { ...(coin ? coinFacts : facts), leverage, available: atoms };
        const at = run([{ type: 'side', side }, { type: 'kind', kind }, edit('price', '10000')], with_);
        const state = run([{ type: 'percent', percent: 100 }], with_, at);
        const lots = whole(state.amount, with_.terms.lotDecimals) ?? 0;
        const mark = with_.mark ?? 0;
        const moved = Math.trunc((mark * run_) / 1_000_000);
        const later = { ...with_, mark: side === 'long' ? mark - moved : mark + moved };
        if (lots > 0) expect(openingOf(state, later, lots)?.flaw).toBeUndefined();
      }),
      rounds(400),
    );
  });

  test('of what rests before the mark keeps nothing back', () => {
    const with_ = { ...facts, available: 1_000_000_000 };
    for (const [side, price] of [
      ['long', '9990'],
      ['short', '10010'],
    ] as const) {
      const state: TicketState = { ...emptyTicket, side, price };
      expect(mostOffered(state, with_)).toBe(mostLots(state, with_));
    }
  });

  test('what opens at once stays above its maintenance', () => {
    const with_: TicketFacts = { ...facts, leverage: 125, available: 10_000_000_000_000 };
    const state: TicketState = { ...emptyTicket, kind: 'market' };
    const most = mostLots(state, with_);
    const opening = openingOf(state, with_, most);
    const { lots, value } = opening?.takes ?? { lots: 0, value: 0 };
    const margin = initialMargin(value, 125);
    const equity = margin + unrealisedAt(2, 1, 1, lots, value, with_.mark ?? 0);
    expect(equity).toBeGreaterThan(maintenanceAt(2, 1, 0, linear.tiers, 0, 3, lots, with_.mark ?? 0));
  });
});

describe('what it would do', () => {
  test('a resting long requires its margin, the fee and no loss; the liquidation price is shown before it is sent', () => {
    const summary = summariseTicket(limit, facts);
    expect(summary.need).toEqual({ margin: 5_000_000, fee: 50_000, loss: 0, need: 5_050_000 });
    expect(summary.meeting).toBe('waits');
    expect(summary.fee).toBe('0.020000');
    expect(summary.availableAfter).toBe('994.950000');
    expect(summary.after?.entry).toBe('10000.000');
    // P = (5 − 100) ÷ (0.01 × 0.004 − 0.01) = 9538.15…
    expect(summary.after?.liquidation).toBe('9538.153');
    expect(summary.after?.breakEven).toBe('10007.004');
  });

  test('a close tells what it realises, the fee and what is left', () => {
    const held = {
      ...facts,
      long: {
        ...noPosition,
        lots: 1_000,
        canClose: 1_000,
        cost: 99_000_000,
        margin: 5_000_000,
        leverage: 20,
        marginMode: 'fixed' as const,
      },
    };
    const state = run([{ type: 'intent', intent: 'close' }, edit('price', '10000'), edit('amount', '0.005')], held);
    const summary = summariseTicket(state, held);
    expect(summary.realised).toBe('0.500000');
    expect(summary.net).toBe('0.490000');
    expect(summary.after?.size).toBe('0.00500');
    expect(summary.after?.margin).toBe('2.500000');
  });

  test('cross: the wallet carries it, so the liquidation is farther away', () => {
    const summary = summariseTicket(limit, { ...facts, marginMode: 'all' });
    expect(summary.after?.liquidation).toBeUndefined();
    // (998 − 10000) ÷ (0.004 − 1): the maker's fee of 2 is off the wallet.
    const large = run([edit('price', '10000'), edit('amount', '1')], { ...facts, marginMode: 'all' });
    expect(summariseTicket(large, { ...facts, marginMode: 'all' }).after?.liquidation).toBe('9038.153');
  });

  test('numbers too large to be exact are refused, not rounded', () => {
    const state = run([edit('price', '10000'), edit('amount', '99999999999999999999')]);
    expect(judge(state)).toMatchObject({ kind: 'lot' });
    expect(judge(run([edit('price', '10000'), edit('amount', '99999999')]))).toMatchObject({ kind: 'tooLarge' });
  });
});

describe('why not', () => {
  const cases: readonly [string, TicketState, Partial<Conditions>, Partial<TicketFacts>, object][] = [
    ['a guest', limit, { signedIn: false }, {}, { kind: 'signIn' }],
    ['the line is cut', limit, { trading: 'cut' }, {}, { kind: 'cut' }],
    ['prices on their way', limit, { trading: 'unknown' }, {}, { kind: 'loading' }],
    ['a closed market', limit, { trading: 'closed', opensAt: 7 }, {}, { kind: 'closed', opensAt: 7, restsOnly: false }],
    ['a market that only reduces', limit, { reduceOnly: true }, {}, { kind: 'reduceOnly' }],
    ['a stale index', limit, { trading: 'stale' }, {}, { kind: 'staleOpen' }],
    ['nothing to close', { ...limit, intent: 'close' }, {}, {}, { kind: 'noPosition' }],
    ['no amount', { ...limit, amount: '', value: '' }, {}, {}, { kind: 'missing', field: 'amount' }],
    [
      'a loss beyond what the position is worth',
      { ...limit, guarded: true, loss: { meant: 'result', price: '', percent: '', result: '900000' } },
      {},
      {},
      { kind: 'noPrice', field: 'stopLoss' },
    ],
    ['a price between ticks', { ...limit, price: '10000.05' }, {}, {}, { kind: 'tick', step: '0.1' }],
    ['an amount between lots', { ...limit, amount: '0.000001' }, {}, {}, { kind: 'lot', step: '0.00001' }],
    [
      'a buy 5 % above the mark',
      { ...limit, price: '10500.1' },
      {},
      {},
      { kind: 'band', side: 'above', limit: '10500.0' },
    ],
    [
      'a sell 5 % below the mark',
      { ...limit, side: 'short', price: '9499.9' },
      {},
      {},
      { kind: 'band', side: 'below', limit: '9500.0' },
    ],
    ['an order under the least', { ...limit, amount: '0.0004' }, {}, {}, { kind: 'tooSmall', least: '5.000000' }],
    ['more than the wallet has', { ...limit, amount: '5' }, {}, {}, { kind: 'funds', missing: '1525.000000' }],
    [
      'a leverage above the step',
      { ...limit, amount: '60' },
      {},
      { leverage: 100, available: 10 ** 12 },
      { kind: 'leverage', most: '100' },
    ],
    ['a post-only that would take', { ...limit, price: '10001.0', postOnly: true }, {}, {}, { kind: 'wouldTake' }],
    ['an empty book', { ...limit, kind: 'market' }, {}, { asks: [] }, { kind: 'noBook' }],
    [
      'a stop that would trigger at once',
      { ...limit, kind: 'stopMarket', trigger: '9999' },
      {},
      {},
      { kind: 'triggerSide', side: 'above' },
    ],
    [
      'a stop-loss above the entry',
      { ...limit, guarded: true, loss: { meant: 'price', price: '10000.1', percent: '', result: '' } },
      {},
      {},
      { kind: 'triggerSide', side: 'below', field: 'stopLoss' },
    ],
    [
      'a position of the other mode',
      limit,
      {},
      { long: { ...noPosition, lots: 5, cost: 50_000, leverage: 20, marginMode: 'all' } },
      { kind: 'otherMode' },
    ],
  ];
  test.each(cases)('%s', (_, state, conditions, more, expected) => {
    expect(judge(state, conditions, { ...facts, ...more })).toMatchObject(expected);
  });

  test('a closed market takes a resting limit that reduces, and nothing else', () => {
    const held = {
      ...facts,
      long: {
        ...noPosition,
        lots: 1_000,
        canClose: 1_000,
        cost: 100_000_000,
        leverage: 20,
        marginMode: 'fixed' as const,
      },
    };
    const close: TicketState = { ...limit, intent: 'close', amount: '0.005' };
    expect(judge(close, { trading: 'closed' }, held)).toBeUndefined();
    expect(judge({ ...close, timeInForce: 'IOC' }, { trading: 'closed' }, held)).toMatchObject({ kind: 'closed' });
    expect(judge({ ...close, kind: 'market' }, { trading: 'closed' }, held)).toMatchObject({ kind: 'closed' });
  });

  test('a ticket that is right may be sent', () => expect(judge(limit)).toBeUndefined());
});

describe('what is sent', () => {
  test('an opening order carries mode, leverage and its stops; a close neither', () => {
    const state: TicketState = {
      ...limit,
      guarded: true,
      profit: { meant: 'price', price: '11000', percent: '', result: '' },
      loss: { meant: 'price', price: '9600.5', percent: '', result: '' },
    };
    expect(orderInput(state, linear, { marginMode: 'fixed', leverage: 20 })).toEqual({
      symbol: 'BTC_USDT',
      contractType: 'u',
      direction: 1,
      type: 1,
      quantity: '0.01000',
      marginMode: 'fixed',
      leverageRadio: 20,
      price: '10000.0',
      timeInForce: 'GTC',
      stopProfitPrice: '11000.0',
      stopLossPrice: '9600.5',
    });
    const close = orderInput({ ...state, intent: 'close', side: 'short', kind: 'market' }, linear, {
      marginMode: 'all',
      leverage: 20,
    });
    expect(close).toEqual({
      symbol: 'BTC_USDT',
      contractType: 'u',
      direction: 4,
      type: 2,
      quantity: '0.01000',
      marginMode: 'all',
    });
  });

  test('coin contracts are sent whole', () => {
    const state = run([edit('price', '10000'), edit('amount', '12')], coinFacts);
    expect(orderInput(state, inverse, { marginMode: 'fixed', leverage: 5 })).toMatchObject({
      contractType: 'coin',
      quantity: '12',
    });
  });
});
