import fc from 'fast-check';
import { stopHold, wholeFee } from '@vitrine/core/formula';
import { describe, expect, test } from 'vitest';
import { randomTests } from '@vitrine/core/test';
import { emptyTicket, mostLots, type Side, ticketPercent } from '../../src/features/spot/form.ts';
import { feeOf, lotsFor, type MarketRules, valueOf, walkBook } from '../../src/features/spot/calculate.ts';
import { type MarketFacts, summariseTicket } from '../../src/features/spot/summary.ts';
import { type OrderKind, toText, toUnits } from '../../src/ticket/index.ts';
import { rules, facts, run, edit } from './ticket-kit.ts';

const { rounds } = randomTests(import.meta.url);

describe('typing (§5, failures in the client)', () => {
  test('the total follows price and amount, the amount follows a typed total, floored to the lot', () => {
    const state = run([edit('price', '114120.0'), edit('amount', '0.025')]);
    expect(state.total).toBe('2853');
    expect(run([edit('total', '2853')], state).amount).toBe('0.025');
    expect(run([edit('total', '2852.99')], state).amount).toBe('0.02499');
  });

  test('what was meant stays when the price changes', () => {
    const state = run([edit('price', '100000'), edit('total', '1000'), edit('price', '50000')]);
    expect([state.total, state.amount]).toEqual(['1000', '0.02']);
  });

  test('a background refresh never touches what was typed', () => {
    const typed = run([edit('price', '100.'), edit('amount', '0.0')]);
    for (const reference of ['1.0', '99999.9', undefined]) {
      expect(run([{ type: 'suggest', price: '5.0' }], typed, { ...facts, reference, availableQuote: '0' })).toEqual(
        typed,
      );
    }
    const emptied = run([edit('price', '100'), edit('price', '')]);
    expect(run([{ type: 'suggest', price: '5.0' }], emptied).price).toBe('');
  });

  test('an untouched price takes the first suggestion, and no second', () => {
    expect(
      run([
        { type: 'suggest', price: '5.0' },
        { type: 'suggest', price: '6.0' },
      ]).price,
    ).toBe('5.0');
  });

  test('switching the market clears amounts, prices and triggers', () => {
    const typed = run([
      { type: 'kind', kind: 'stopLimit' },
      { type: 'side', side: 'sell' },
      edit('price', '1'),
      edit('amount', '2'),
      edit('trigger', '3'),
    ]);
    expect(run([{ type: 'market' }], typed)).toMatchObject({
      price: '',
      amount: '',
      total: '',
      trigger: '',
      priceTouched: false,
      side: 'sell',
      kind: 'stopLimit',
    });
  });

  test('Esc clears amounts and keeps the price', () => {
    expect(run([edit('price', '9'), edit('amount', '1'), { type: 'clear' }])).toMatchObject({
      price: '9',
      amount: '',
      total: '',
    });
  });

  test('a taken price is as if typed; in a stop-market it is the trigger; in a market order it is nothing', () => {
    expect(run([{ type: 'take', price: '7.0' }])).toMatchObject({ price: '7.0', priceTouched: true });
    expect(
      run([
        { type: 'kind', kind: 'stopMarket' },
        { type: 'take', price: '7.0' },
      ]).trigger,
    ).toBe('7.0');
    expect(
      run([
        { type: 'kind', kind: 'market' },
        { type: 'take', price: '7.0' },
      ]).price,
    ).toBe('');
  });

  test('post-only and immediate orders exclude each other', () => {
    expect(
      run([
        { type: 'timeInForce', value: 'IOC' },
        { type: 'postOnly', value: true },
      ]),
    ).toMatchObject({ postOnly: true, timeInForce: 'GTC' });
    expect(
      run([
        { type: 'postOnly', value: true },
        { type: 'timeInForce', value: 'FOK' },
      ]).postOnly,
    ).toBe(false);
    expect(
      run([
        { type: 'postOnly', value: true },
        { type: 'kind', kind: 'market' },
      ]).postOnly,
    ).toBe(false);
  });

  test('arrows move by one tick and one lot, never below zero', () => {
    expect(run([edit('price', '10'), { type: 'step', field: 'price', direction: 1 }]).price).toBe('10.1');
    expect(run([{ type: 'step', field: 'price', direction: -1 }]).price).toBe('114129.7');
    expect(run([{ type: 'step', field: 'amount', direction: -1 }]).amount).toBe('0.00000');
  });
});

const money = fc.bigInt({ min: 0n, max: 10n ** 15n });

const anyRules = fc
  .record({
    tickDecimals: fc.integer({ min: 0, max: 6 }),
    lotDecimals: fc.integer({ min: 0, max: 6 }),
    baseScale: fc.integer({ min: 6, max: 8 }),
  })
  .filter(({ tickDecimals, lotDecimals, baseScale }) => tickDecimals + lotDecimals <= 6 && lotDecimals <= baseScale)
  .map((made): MarketRules => ({ ...rules, ...made }));

const kinds: OrderKind[] = ['limit', 'market', 'stopLimit', 'stopMarket', 'takeProfitLimit', 'takeProfitMarket'];

describe('Max and percentages floor to the step and never exceed the balance, fees included (failures, in the client)', () => {
  test('for every type, side, scale, price and balance', () => {
    fc.assert(
      fc.property(
        anyRules,
        fc.constantFrom(...kinds),
        fc.constantFrom<Side>('buy', 'sell'),
        fc.bigInt({ min: 1n, max: 10n ** 8n }),
        money,
        money,
        fc.integer({ min: 0, max: 100 }),
        (made, kind, side, ticks, quote, base, percent) => {
          const price = toText(ticks, made.tickDecimals);
          const own: MarketFacts = {
            ...facts,
            rules: made,
            availableQuote: toText(quote, 6),
            availableBase: toText(base, made.baseScale),
            reference: price,
            bids: [],
            asks: [{ ticks: Number(ticks), lots: 10 ** 12 }],
          };
          const state = run(
            [
              { type: 'kind', kind },
              { type: 'side', side },
              edit('trigger', price),
              ...(kind.endsWith('imit') ? [edit('price', price)] : []),
              { type: 'percent', percent },
            ],
            emptyTicket,
            own,
          );
          const summary = summariseTicket(state, own);
          const held = summary.heldUnits ?? 0n;
          expect(held).toBeLessThanOrEqual(side === 'buy' ? quote : base);
          if (state.meant === 'amount') expect(toUnits(state.amount, made.lotDecimals)).toBeDefined();
          if (summary.spendAfter !== undefined) expect(summary.spendAfter.startsWith('-')).toBe(false);
          if (summary.fee !== undefined && summary.getAfter !== undefined)
            expect(summary.fee.startsWith('-')).toBe(false);
          expect(ticketPercent(state, own)).toBeLessThanOrEqual(100);
        },
      ),
      rounds(2_000),
    );
  });

  test('one lot more than Max would be too much', () => {
    fc.assert(
      fc.property(anyRules, fc.bigInt({ min: 1n, max: 10n ** 8n }), money, (made, ticks, quote) => {
        const lots = lotsFor(quote, ticks, made);
        expect(valueOf(ticks, lots, made)).toBeLessThanOrEqual(quote);
        expect(valueOf(ticks, lots + 1n, made)).toBeGreaterThan(quote);
      }),
      rounds(100),
    );
  });

  test('the fee of what is received is the least whole atom not below the rate, and less than what is received', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2n ** 50n }),
        fc.constantFrom('0', '0.0004', '0.001', '0.1'),
        (received, rate) => {
          const fee = feeOf(received, rate);
          // The exchange's own formula.
          expect(fee).toBe(BigInt(wholeFee(Number(received), Number(toUnits(rate, 6)))));
          const exact = received * (toUnits(rate, 6) ?? 0n);
          expect(fee * 1_000_000n >= exact && (fee - 1n) * 1_000_000n < exact).toBe(true);
          expect(fee).toBeLessThanOrEqual(received);
        },
      ),
      rounds(100),
    );
  });

  test('100 % of a sell is the whole of the lots one has', () => {
    const state = run([{ type: 'side', side: 'sell' }, edit('price', '100000'), { type: 'percent', percent: 100 }]);
    expect([state.amount, ticketPercent(state, facts)]).toEqual(['0.37100', 100]);
    expect(mostLots(state, { ...facts, availableBase: '0.37100999' })).toBe(37_100n);
  });
});

describe('what it would do: true cost before', () => {
  test('a limit below the market waits, at the maker rate, with the distance to the best ask', () => {
    const summary = summariseTicket(run([edit('price', '114120.0'), edit('amount', '0.02500')]), facts);
    expect(summary).toMatchObject({
      quantity: '0.02500',
      heldCoin: 'USDT',
      held: '2853.000000',
      spendNow: '12388.150000',
      spendAfter: '9535.150000',
      getNow: '0.42100000',
      getAfter: '0.44597500',
      fee: '0.00002500',
      feeCoin: 'BTC',
      feeWorth: '2.86',
      meeting: 'waits',
      distance: '9.8',
    });
  });

  test('the estimate uses the limit price and all that one has (failures, in the client)', () => {
    const summary = summariseTicket(
      run([{ type: 'side', side: 'sell' }, edit('price', '120000.0'), edit('amount', '0.1')]),
      facts,
    );
    expect(summary).toMatchObject({
      held: '0.10000000',
      spendAfter: '0.27100000',
      fee: '12.000000',
      getAfter: '24376.150000',
      meeting: 'waits',
    });
  });

  test('a limit through the book takes, or takes partly', () => {
    expect(summariseTicket(run([edit('price', '114130.1'), edit('amount', '0.1')]), facts).meeting).toBe('takes');
    expect(summariseTicket(run([edit('price', '114129.8'), edit('amount', '0.1')]), facts).meeting).toBe('partly');
  });

  test('a market buy by amount gets what the book gives for it, and says when the book is short', () => {
    const by = (total: string) => summariseTicket(run([{ type: 'kind', kind: 'market' }, edit('total', total)]), facts);
    expect(by('1390.11')).toMatchObject({ quantity: '0.01218', held: '1390.110000', short: false });
    expect(by('100000').short).toBe(true);
    expect(by('100000').quantity).toBe('0.23110');
  });

  test('a market order goes no further than 5 % beyond the first touch (money §2)', () => {
    const walk = summariseTicket(run([{ type: 'kind', kind: 'market' }, edit('amount', '2')]), {
      ...facts,
      asks: [
        { ticks: 1_000_000, lots: 10_000 },
        { ticks: 1_050_000, lots: 10_000 },
        { ticks: 1_050_001, lots: 900_000 },
      ],
    });
    expect([walk.value, walk.short]).toEqual([
      valueOf(1_000_000n, 10_000n, rules) + valueOf(1_050_000n, 10_000n, rules),
      true,
    ]);
  });

  test('a stop-market buy sets aside quantity × trigger × 1.05 (money §2)', () => {
    const summary = summariseTicket(
      run([{ type: 'kind', kind: 'stopMarket' }, edit('trigger', '120000'), edit('amount', '0.01')]),
      facts,
    );
    expect([summary.held, summary.meeting]).toEqual(['1260.000000', 'trigger']);
    expect(summary.heldUnits).toBe(BigInt(stopHold(1_000, 1_200_000, 1)));
  });

  test('taking from the book level by level never takes more than asked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ ticks: fc.integer({ min: 1, max: 9_999 }), lots: fc.integer({ min: 1, max: 999 }) })),
        fc.bigInt({ min: 0n, max: 5_000n }),
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        (levels, lots, atoms) => {
          expect(walkBook(levels, { lots }, () => false, rules).lots).toBeLessThanOrEqual(lots);
          expect(walkBook(levels, { atoms }, () => false, rules).value).toBeLessThanOrEqual(atoms);
        },
      ),
      rounds(100),
    );
  });
});
