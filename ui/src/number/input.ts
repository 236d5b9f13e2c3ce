// What a number field lets through: the spec's filter (§5) and the rule for pasted text.
import { separatorsOf } from './separators.ts';

/** Most digits before the point that a field takes. */
export const maxWhole = 20;

/** Whether a number, `.` as its point, has more digits before the point than a field takes. */
export function isTooLong(read: string): boolean {
  const [whole = ''] = read.replace(/[^\d.]/g, '').split('.');
  return whole.replace(/^0+/, '').length > maxWhole;
}

/**
 * Keeps digits and one point, puts a zero before a leading point, collapses leading zeros, cuts to `decimals`;
 * with 0 decimals only whole numbers. The result is the field's value: plain decimal text, perhaps ending in a point.
 */
export function filterNumber(text: string, decimals: number): string {
  // Without its point, .5 would be ten times as much.
  const kept = text.replace(/[^\d.]/g, '').replace(/^\.+/, decimals === 0 ? '.' : '0.');
  const point = kept.indexOf('.');
  const whole = (point < 0 ? kept : kept.slice(0, point)).replace(/^0+(?=\d)/, '').slice(0, maxWhole);
  if (point < 0 || decimals === 0) return whole;
  return `${whole}.${kept
    .slice(point + 1)
    .replaceAll('.', '')
    .slice(0, decimals)}`;
}

/** A value as the field shows it: the language's decimal mark, no thousands marks. */
export function showNumber(value: string, tag: string): string {
  return value.replace('.', separatorsOf(tag).decimal);
}

/** Full-width, Arabic, Devanagari and Thai digits and marks as ours: a keyboard set to them types nothing else. */
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
 * Pasted text as a value. With both marks it must be written as the language writes numbers, else it is refused
 * (undefined): guessing between 1,234.5 and 1.234,5 moves money by a factor of a thousand. Then the filter applies.
 */
export function readPasted(text: string, decimals: number, tag: string): string | undefined {
  // Spaces and apostrophes group in every language that has them, and nothing else does beside them.
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
    // Several of one mark can only be thousands marks.
    return mark === group && wellGrouped(plain, mark, '', wide) ? value(plain.replaceAll(mark, '')) : undefined;
  }
  // One mark alone, where the language groups by it: 1,234 is a thousand or a fraction, so it is refused; 0,123 and 1,5 are a fraction.
  if (count === 1 && mark === group && /^[1-9]\d{0,2}[.,]\d{3}$/.test(plain)) return undefined;
  return value(plain.replace(',', '.'));

  function value(read: string): string | undefined {
    return isTooLong(read) ? undefined : filterNumber(read, decimals);
  }
}

/**
 * Whether the whole part of a number is grouped by `group`, and only that part.
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
