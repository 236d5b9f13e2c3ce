// The kinds of worked examples, each with the exchange formula it tests.

import { POSITION_SIDE } from '../src/enum/index.ts';
import {
  bankruptcyValue,
  cumulativeAmounts,
  DAY_HOURS,
  exact,
  exactShares,
  type Fraction,
  FUNDING_HOURS,
  fundingFlow,
  fundingIndex,
  fundingPayment,
  fundingRate,
  fundingShares,
  insuranceDelta,
  interestHours,
  inverseEntry,
  inverseLiquidation,
  inverseProfit,
  linearEntry,
  linearLiquidation,
  linearProfit,
  simpleInterest,
  type Step,
  tieredLiquidation,
} from '../src/formula/index.ts';
import { decimalsOf, readDecimal } from './decimal.ts';

/** Results of a case, by the names of its `out`: one value or a list. */
export type Found = Readonly<Record<string, Fraction | readonly Fraction[]>>;

const { ceiling, fraction, minus, negative, ONE, over, plus, times, ZERO } = exact;
/** Price steps used for the published figure of an inverse liquidation. */
const PUBLISHED_STEPS = fraction(2);
const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

/** A case's `in`, with a clear error when something is missing. */
export class Given {
  private readonly fields: Readonly<Record<string, unknown>>;

  constructor(fields: unknown) {
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw new Error('expected "in" to be an object');
    this.fields = fields as Readonly<Record<string, unknown>>;
  }

  has(name: string): boolean {
    return this.fields[name] !== undefined;
  }

  text(name: string): string {
    const value = this.fields[name];
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`expected "${name}" to be given`);
    return String(value);
  }

  number(name: string): Fraction {
    return readDecimal(this.text(name));
  }

  /** The number, or a default when it is absent. */
  or(name: string, absent: Fraction): Fraction {
    return this.has(name) ? this.number(name) : absent;
  }

  /** 1 long, 2 short; long when absent. */
  side(name = 'side'): number {
    return sideOf(this.fields[name]);
  }

  list(name: string): readonly unknown[] {
    const value = this.fields[name];
    if (!Array.isArray(value)) throw new Error(`expected "${name}" to be a list`);
    return value;
  }

  numbers(name: string): Fraction[] {
    return this.list(name).map(readDecimal);
  }

  /** Rows of a list, each with at least `least` values. */
  rows(name: string, least: number): (readonly unknown[])[] {
    return this.list(name).map((row) => {
      if (!Array.isArray(row) || row.length < least)
        throw new Error(`expected rows of at least ${least} values in "${name}"`);
      return row as readonly unknown[];
    });
  }
}

function sideOf(side: unknown): number {
  if (side === undefined || side === null || side === 'long') return POSITION_SIDE.long;
  if (side === 'short') return POSITION_SIDE.short;
  throw new Error(`expected side "long" or "short", got ${JSON.stringify(side)}`);
}

function fillsOf(given: Given): [Fraction, Fraction][] {
  return given.rows('fills', 2).map((row) => [readDecimal(row[0]), readDecimal(row[1])]);
}

function found(price: Fraction | undefined): Fraction {
  return price ?? ZERO;
}

/** One linear position with its wallet and one maintenance tier; other markets' profit and maintenance where given. */
function linearOne(given: Given, free: Fraction): Found {
  const quantity = given.number('qty');
  const leg = {
    side: given.side(),
    quantity,
    cost: times(quantity, given.number('entry')),
    rate: given.number('mmr'),
    amount: given.or('cum', ZERO),
  };
  return { liq: found(linearLiquidation(free, [leg])) };
}

/** The wallet, or when only a leverage is given the margin it opened with. */
function walletOf(given: Given): Fraction {
  if (given.has('wallet')) return given.number('wallet');
  return over(times(given.number('qty'), given.number('entry')), given.number('leverage'));
}

function linearWallet(given: Given): Found {
  const others = minus(given.or('otherUpnl', ZERO), given.or('otherMm', ZERO));
  return linearOne(given, plus(walletOf(given), others));
}

/** Maintenance at the entry value: it does not depend on the price, so it is added to the margin. */
function linearAtEntry(given: Given): Found {
  const quantity = given.number('qty');
  const cost = times(quantity, given.number('entry'));
  const due = minus(times(cost, given.number('mmr')), given.or('cum', ZERO));
  const leg = { side: given.side(), quantity, cost, rate: ZERO, amount: negative(due) };
  return { liq: found(linearLiquidation(walletOf(given), [leg])) };
}

function tierCrossing(given: Given): Found {
  const rows = given.rows('tiers', 2);
  const floors = rows.map((row) => readDecimal(row[0]));
  const rates = rows.map((row) => readDecimal(row[1]));
  const amounts = cumulativeAmounts(floors, rates);
  const steps: Step[] = rows.map((row, at) => ({
    floor: floors[at] as Fraction,
    rate: rates[at] as Fraction,
    amount: row[2] === undefined ? (amounts[at] as Fraction) : readDecimal(row[2]),
  }));
  const quantity = given.number('qty');
  const others = minus(given.or('otherUpnl', ZERO), given.or('otherMm', ZERO));
  const free = plus(walletOf(given), others);
  const cost = times(quantity, given.number('entry'));
  return { liq: found(tieredLiquidation(free, given.side(), quantity, cost, steps)) };
}

/** Maintenance at the entry value, with the fee of closing at the bankruptcy value reserved in addition. */
function crossInverse(given: Given): Found {
  const side = given.side();
  const quantity = given.number('qty');
  const cost = over(quantity, given.number('entry'));
  const balance = given.number('balance');
  const taker = given.or('taker', ZERO);
  const bankruptcy = found(inverseLiquidation(balance, [{ side, quantity, cost, rate: taker, amount: ZERO }]));
  const fee = bankruptcy.num === 0n ? ZERO : times(over(quantity, bankruptcy), taker);
  const due = plus(times(cost, given.number('mmr')), fee);
  const free = minus(balance, due);
  const liq = found(inverseLiquidation(free, [{ side, quantity, cost, rate: ZERO, amount: ZERO }]));
  const steps = times(liq, PUBLISHED_STEPS);
  const published = over(fraction(side === POSITION_SIDE.long ? ceiling(steps) : exact.floor(steps)), PUBLISHED_STEPS);
  return { bankruptcy, liq, published };
}

function fundingOfOne(given: Given): Found {
  const rate8h = fundingRate(given.number('premium'), given.number('interest'), given.number('clamp'));
  const value = times(given.number('qty'), given.number('oracle'));
  const flow = fundingPayment(value, rate8h, ONE);
  return { rate8h, hourly: given.side() === POSITION_SIDE.long ? flow : negative(flow) };
}

/**
 * Rows of rate (millionths), exponents of the quantity's unit and (fourth) of the price; third the price; then seconds.
 */
function fundingIndexes(given: Given): Found {
  const unit = readDecimal('1e-6');
  return {
    delta: given.rows('cases', 5).map((row) => {
      const value = times(readDecimal(row[2]), readDecimal(`1e${Number(row[1]) + Number(row[3])}`));
      // The index itself is in millionths, so the rate needs no conversion.
      return fraction(fundingIndex(value, readDecimal(row[0]), readDecimal(row[4]), unit));
    }),
  };
}

/** Rows of side, quantity, quote balance, part closed; rounded to the last decimal of the quote balance. */
function bankruptcyValues(given: Given): Found {
  return {
    value: given.rows('cases', 4).map((row) => {
      sideOf(row[0]);
      const unit = readDecimal(`1e${-decimalsOf(String(row[2]))}`);
      const value = bankruptcyValue(readDecimal(row[2]), readDecimal(row[3]));
      return times(fraction(ceiling(over(value, unit))), unit);
    }),
  };
}

/** Rows of fill value and maximum rate, and a side when it differs from the case's. */
function insuranceDeltas(given: Given): Found {
  return {
    delta: given.rows('cases', 2).map((row) => {
      const side = row[2] === undefined ? given.side() : sideOf(row[2]);
      const [bankruptcy, fill] = [given.number('bankruptcy'), readDecimal(row[0])].map(size) as [Fraction, Fraction];
      return insuranceDelta(side === POSITION_SIDE.long, bankruptcy, fill, readDecimal(row[1]));
    }),
  };
}

function size(value: Fraction): Fraction {
  return value.num < 0n ? negative(value) : value;
}

/** Milliseconds of a time such as 13:20, or of a day and time such as 2026-11-21T13:20, UTC. */
function timeOf(text: string): number {
  const match = /^(\d{4}-\d{2}-\d{2})?[T ]?(\d{1,2}):(\d{2})(?::(\d{2}))?Z?$/.exec(text);
  if (match === null) throw new Error(`expected a time as 13:20, got "${text}"`);
  const day = match[1] === undefined ? 0 : Date.parse(`${match[1]}T00:00Z`);
  return day + (Number(match[2]) * 60 + Number(match[3])) * MINUTE + Number(match[4] ?? 0) * SECOND;
}

function marginInterest(given: Given): Found {
  const borrowed = timeOf(given.text('borrow'));
  let repaid = timeOf(given.text('repay'));
  if (repaid < borrowed) repaid += DAY;
  const hourly = given.has('hourly') ? given.number('hourly') : over(given.number('daily'), fraction(DAY_HOURS));
  const hours = interestHours(borrowed, repaid);
  return { interest: simpleInterest(given.number('principal'), hourly, hours) };
}

function residual(given: Given): Found {
  const unit = given.number('unit');
  const shares = fundingShares(
    given.numbers('longs'),
    given.numbers('shorts'),
    given.number('price'),
    given.number('rate'),
    unit,
  );
  return {
    pay: shares.pay.map((part) => fraction(part)),
    receive: shares.receive.map((part) => fraction(part)),
    residual: fraction(shares.residual),
  };
}

function referral(given: Given): Found {
  const text = given.text('fee');
  const unit = readDecimal(`1e${-decimalsOf(text)}`);
  const { parts, rest } = exactShares(readDecimal(text), given.numbers('rates'), unit);
  return { rebates: parts, house: rest };
}

function profitAndFunding(given: Given): Found {
  const side = given.side();
  const pnl = inverseProfit(side, given.number('qty'), given.number('entry'), given.number('exit'));
  const funding = fundingFlow(side, given.number('markValue'), given.number('fundingRate'), fraction(FUNDING_HOURS));
  return { pnl, funding, net: plus(pnl, funding) };
}

/** Each kind is one formula of `core/src/formula`. */
export const kinds: Readonly<Record<string, (given: Given) => Found>> = {
  linear_pnl: (given) => ({
    pnl: linearProfit(given.side(), given.number('qty'), given.number('entry'), given.number('mark')),
  }),
  linear_avg_entry: (given) => ({ entry: linearEntry(fillsOf(given)) }),
  inverse_avg_entry: (given) => ({ entry: inverseEntry(fillsOf(given)) }),
  inverse_pnl_funding: profitAndFunding,
  liq_isolated_linear_mm_at_entry: linearAtEntry,
  liq_isolated_linear: linearWallet,
  liq_cross_linear: linearWallet,
  liq_tier_crossing: tierCrossing,
  liq_cross_inverse: crossInverse,
  tier_cums: (given) => ({ cum: cumulativeAmounts(given.numbers('floors'), given.numbers('mmr')) }),
  funding_clamp: fundingOfOne,
  funding_index_int: fundingIndexes,
  bankruptcy_value: bankruptcyValues,
  insurance_delta: insuranceDeltas,
  margin_interest_hours: marginInterest,
  funding_residual: residual,
  referral,
};
