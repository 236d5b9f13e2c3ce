// A closing rate: percent on the page, a fraction on the wire. Pure.

/** Decimals of a percentage: the rate has millionths. */
const DECIMALS = 4;
const PLACES = 2;

/**
 * Converts a typed percentage to a fraction; undefined: not a number, not above 0, above 100 or finer than a millionth.
 */
export function fractionOf(percent: string): string | undefined {
  const [, whole = '', part = ''] = /^([0-9]{1,3})(?:[.,]([0-9]{0,4}))?$/.exec(percent.trim()) ?? [];
  if (whole === '') return undefined;
  const digits = `${whole}${part.padEnd(DECIMALS, '0')}`;
  const millionths = Number.parseInt(digits, 10);
  if (millionths <= 0 || millionths > 1_000_000) return undefined;
  const text = String(millionths).padStart(DECIMALS + PLACES + 1, '0');
  return `${text.slice(0, -6)}.${text.slice(-6)}`;
}

/** Whether a rate requires more than another one; both are fractions. */
export function asksMore(rate: string, than: string): boolean {
  const millionths = (text: string): number => Math.round(Number(text) * 1_000_000);
  return millionths(rate) > millionths(than);
}
