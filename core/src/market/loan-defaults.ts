// Initial values of loans (parameters: loans; money §7).

import {
  type AssetId,
  type Atoms,
  type Billionths,
  type Millionths,
  parseDecimal,
  powerOfTen,
} from '../number/index.ts';
import type { CommandOf } from '../schema/index.ts';
import { USDT, USDT_SCALE } from './defaults.ts';

/** Amounts in whole USDT. */
export const loanTerms = {
  min: 100,
  max: 20_000,
  /** 0.03 % a day, as a decimal fraction; overdue, millionths of the rate. */
  rate: '0.0003',
  overdue: 1_500_000,
  /** Bits of the terms 7, 15, 30 and 60 days: all four. */
  days: 15,
  /** Amount from which two operators decide. */
  threshold: 5_000,
  /** Whole USDT of limit per point of the credit score; no loan below the minimum score. */
  perPoint: 100,
  leastScore: 60,
} as const;

const RATE_DECIMALS = 9;

function rateOf(text: string): Billionths {
  const parsed = parseDecimal(text, RATE_DECIMALS);
  if (typeof parsed === 'string')
    throw new Error(`expected a rate with at most ${RATE_DECIMALS} decimals, got "${text}"`);
  return parsed as Billionths;
}

/** The command that opens loans of USDT, before the first user. */
export function loanSetup(): CommandOf<'loan.set'>[] {
  const whole = (units: number) => (units * powerOfTen(USDT_SCALE)) as Atoms;
  return [
    {
      name: 'loan.set',
      product: 1,
      asset: USDT as AssetId,
      min: whole(loanTerms.min),
      max: whole(loanTerms.max),
      rate: rateOf(loanTerms.rate),
      overdue: loanTerms.overdue as Millionths,
      days: loanTerms.days,
      threshold: whole(loanTerms.threshold),
      perPoint: whole(loanTerms.perPoint),
      leastScore: loanTerms.leastScore,
      open: 1,
    },
  ];
}
