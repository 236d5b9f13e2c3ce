// The rate of a swap: received for one given, in significant digits.

/** Most decimals of a rate, and its significant digits. */
const RATE_DECIMALS = 18;
const RATE_DIGITS = 10;

/** num ÷ den as a rate of ten significant digits, rounded down: in whole 10⁻¹⁸. */
export function rateOfUnits(num: bigint, den: bigint): { readonly value: bigint; readonly decimals: number } {
  const whole = (num * 10n ** BigInt(RATE_DECIMALS)) / den;
  const beyond = 10n ** BigInt(Math.max(0, whole.toString().length - RATE_DIGITS));
  let value = whole - (whole % beyond);
  let decimals = RATE_DECIMALS;
  while (decimals > 0 && value % 10n === 0n) {
    value /= 10n;
    decimals -= 1;
  }
  return { value, decimals };
}
