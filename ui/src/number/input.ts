// What a number field accepts: the spec's filter (§5) and the rule for pasted text.
import { separatorsOf } from './separators.ts';

/** Maximum digits before the decimal point. */
export const maxWhole = 20;

/** Whether a number, with `.` as its point, has more digits before the point than a field accepts. */
export function isTooLong(read: string): boolean {
  const [whole = ''] = read.replace(/[^\d.]/g, '').split('.');
  return whole.replace(/^0+/, '').length > maxWhole;
}

/**
 * Keeps digits and one point, puts a zero before a leading point, collapses leading zeros, cuts to `decimals` places.
 * With 0 decimals it keeps whole numbers only.
 * Returns the field's value: plain decimal text, which may end in a point.
 */
export function filterNumber(text: string, decimals: number): string {
  // Keeps a leading point: without it, .5 would become 5.
  const kept = text.replace(/[^\d.]/g, '').replace(/^\.+/, decimals === 0 ? '.' : '0.');
  const point = kept.indexOf('.');
  const whole = (point < 0 ? kept : kept.slice(0, point)).replace(/^0+(?=\d)/, '').slice(0, maxWhole);
  if (point < 0 || decimals === 0) return whole;
  return `${whole}.${kept
    .slice(point + 1)
    .replaceAll('.', '')
    .slice(0, decimals)}`;
}

/** Formats a value for a field: the language's decimal mark, no thousands separators. */
export function showNumber(value: string, tag: string): string {
  return value.replace('.', separatorsOf(tag).decimal);
}

/** Converts full-width, Arabic, Devanagari and Thai digits and marks to ASCII: some keyboards type only those. */
export function ownDigits(text: string): string {
  return text
    .replace(/[\uff0c\uff0e\uff10-\uff19]/g, (mark) => String.fromCodePoint(codeOf(mark) - 0xfee0))
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0e50-\u0e59]/g, (digit) => String(codeOf(digit) % 16))
    .replace(/[\u0966-\u096f]/g, (digit) => String(codeOf(digit) - 0x966))
    .replaceAll('\u066b', '.');
}

const codeOf = (letter: string): number => letter.codePointAt(0) ?? 0;

const pasted = /^\+?[\d., ]*\d[\d., ]*$/;
const spaces = /[\u00a0\u2009\u202f'’]/g;

/**
 * Parses pasted text. Text with both marks must follow the language's format; otherwise it is refused (undefined).
 * A wrong guess between 1,234.5 and 1.234,5 would change an amount by a factor of a thousand. Then the filter applies.
 */
export function readPasted(text: string, decimals: number, tag: string): string | undefined {
  // Spaces and apostrophes are separators in every language, but never mixed with another one.
  const trimmed = ownDigits(text).trim().replace(spaces, ' ');
  if (!pasted.test(trimmed)) return undefined;
  const { decimal, group, wide } = separatorsOf(tag);
  const plain = trimmed.replace(/^\+/, '');
  const points = plain.split('.').length - 1;
  const commas = plain.split(',').length - 1;
  const count = points + commas;
  const mark = points > 0 ? '.' : ',';
  if (plain.includes(' ')) {
    return count <= 1 && wellGrouped(plain, ' ', count === 0 ? '' : mark, wide)
      ? value(plain.replaceAll(' ', '').replace(mark, '.'))
      : undefined;
  }
  if (points > 0 && commas > 0) {
    const [thousand, last] = plain.lastIndexOf('.') > plain.lastIndexOf(',') ? [',', '.'] : ['.', ','];
    if (last !== decimal || !wellGrouped(plain, thousand, last, wide)) return undefined;
    return value(plain.replaceAll(thousand, '').replace(last, '.'));
  }
  if (count > 1) {
    // A mark that occurs several times is a thousands separator.
    return mark === group && wellGrouped(plain, mark, '', wide) ? value(plain.replaceAll(mark, '')) : undefined;
  }
  // A single mark that the language groups by is ambiguous: 1,234 may be a thousand or a fraction, so it is refused.
  // 0,123 and 1,5 are fractions.
  if (count === 1 && mark === group && /^[1-9]\d{0,2}[.,]\d{3}$/.test(plain)) return undefined;
  return value(plain.replace(',', '.'));

  function value(read: string): string | undefined {
    return isTooLong(read) ? undefined : filterNumber(read, decimals);
  }
}

/**
 * Whether `group` groups the whole part of a number, and only that part.
 * @param mark the number's decimal mark; empty: it has none
 * @param wide digits in every group but the first and last
 */
export function wellGrouped(text: string, group: string, mark: string, wide: 2 | 3): boolean {
  const whole = mark === '' ? text : text.slice(0, text.indexOf(mark));
  if (mark !== '' && text.slice(text.indexOf(mark) + 1).includes(group)) return false;
  const groups = whole.split(group);
  return groups.every((part, index) => {
    if (index === groups.length - 1) return groups.length === 1 || part.length === 3;
    return index === 0 ? part.length >= 1 && part.length <= 3 : part.length === 3 || part.length === wide;
  });
}
