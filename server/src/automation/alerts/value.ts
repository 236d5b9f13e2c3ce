// Converts an alert's value from decimal text to the integer it is compared with.

import type { AlertKind, FieldReason } from '@vitrine/contract';
import { parseCents, parseDecimal } from '@vitrine/core/number';
import type { Live } from '../../projection/live/index.ts';

const RATE_DECIMALS = 9;
const SHARE_DECIMALS = 6;
/** The greatest rate and fraction in their units: 100 %. */
const WHOLE_RATE = 1_000_000_000;
const WHOLE_SHARE = 1_000_000;
/** Prices above this cannot occur, cents. */
const MOST_CENTS = 2 ** 40;

/**
 * The value in cents of the instrument (above, below), 10⁻⁹ (funding), or millionths of the risk price (liquidation).
 * Otherwise what is wrong: `format` for too many decimals, `range` for a value that can never be reached.
 */
export function readValue(
  live: Pick<Live, 'instrument'>,
  kind: Exclude<AlertKind, 'fill'>,
  instrument: number | null,
  text: string,
): number | FieldReason {
  if (kind === 'above' || kind === 'below') {
    const decimals = instrument === null ? undefined : live.instrument(instrument)?.tickDecimals;
    return within(decimals === undefined ? 'format' : parseCents(text, decimals), 1, MOST_CENTS);
  }
  if (kind === 'funding') return within(parseDecimal(text, RATE_DECIMALS), -WHOLE_RATE, WHOLE_RATE);
  return within(parseDecimal(text, SHARE_DECIMALS), 1, WHOLE_SHARE - 1);
}

function within(value: number | 'format' | 'decimals' | 'range', least: number, most: number): number | FieldReason {
  if (typeof value === 'string') return value === 'range' ? 'range' : 'format';
  return value < least || value > most ? 'range' : value;
}
