// How a language writes numbers: decimal mark, thousands separator, group width and percent sign.

export interface Separators {
  readonly tag: string;
  readonly decimal: string;
  readonly group: string;
  /** Digits in every group but the last: 2 in Hindi (12,34,567), else 3. */
  readonly wide: 2 | 3;
  /** The percent sign with any space before it: `%` or ` %`. */
  readonly percent: string;
}

const known = new Map<string, Separators>();

/** The separators of a language tag, read once from Intl. */
export function separatorsOf(tag: string): Separators {
  const found = known.get(tag);
  if (found) return found;
  // useGrouping always: Spanish and Portuguese omit the separator at 1234, but columns of prices need it.
  const parts = new Intl.NumberFormat(tag, {
    useGrouping: 'always',
    minimumFractionDigits: 1,
    numberingSystem: 'latn',
  }).formatToParts(12345678.5);
  const integers = parts.filter((part) => part.type === 'integer').map((part) => part.value.length);
  const percent = new Intl.NumberFormat(tag, { style: 'percent', numberingSystem: 'latn' }).formatToParts(0.5);
  const after =
    percent.findIndex((part) => part.type === 'percentSign') > percent.findIndex((part) => part.type === 'integer');
  const space = percent.find((part) => part.type === 'literal')?.value.trim() === '' ? '\u00a0' : '';
  const separators: Separators = {
    tag,
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
    group: parts.find((part) => part.type === 'group')?.value ?? ',',
    wide: integers.at(-2) === 2 ? 2 : 3,
    percent: after ? `${space}%` : '%',
  };
  known.set(tag, separators);
  return separators;
}

/** Inserts thousands separators into a run of digits. */
export function groupDigits(digits: string, { group, wide }: Separators): string {
  if (digits.length <= 3) return digits;
  const groups = [digits.slice(-3)];
  for (let end = digits.length - 3; end > 0; end -= wide) groups.unshift(digits.slice(Math.max(0, end - wide), end));
  return groups.join(group);
}
