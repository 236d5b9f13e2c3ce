// What a number field lets through: the spec's filter (§5) and the rule for pasted text.
import { separatorsOf } from './separators.ts';

/** Most digits before the point that a field takes. */
const maxWhole = 20;

/**
 * Keeps digits and one point, strips a leading point, collapses leading zeros, cuts to `decimals`;
 * with 0 decimals only whole numbers. The result is the field's value: plain decimal text, perhaps ending in a point.
 */
export function filterNumber(text: string, decimals: number): string {
  const kept = text.replace(/[^\d.]/g, '').replace(/^\.+/, '');
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

/** What was typed, read back: either mark counts as the decimal mark while typing. */
export function readTyped(text: string, decimals: number): string {
  return filterNumber(text.replaceAll(',', '.'), decimals);
}

const pasted = /^[+]?[\d.,'’\s\u00a0\u202f]*\d[\d.,'’\s\u00a0\u202f]*$/;

/**
 * Pasted text as a value. With both marks it must be written as the language writes numbers, else it is refused
 * (undefined): guessing between 1,234.5 and 1.234,5 moves money by a factor of a thousand. Then the filter applies.
 */
export function readPasted(text: string, decimals: number, tag: string): string | undefined {
  const trimmed = text.trim();
  if (!pasted.test(trimmed)) return undefined;
  const { decimal, group } = separatorsOf(tag);
  const plain = trimmed.replace(/[\s\u00a0\u202f'’]/g, '');
  const points = plain.split('.').length - 1;
  const commas = plain.split(',').length - 1;
  if (points > 0 && commas > 0) {
    const [thousand, mark] = plain.lastIndexOf('.') > plain.lastIndexOf(',') ? [',', '.'] : ['.', ','];
    if (mark !== decimal || !wellGrouped(plain, thousand, mark, separatorsOf(tag).wide)) return undefined;
    return filterNumber(plain.replaceAll(thousand, '').replace(mark, '.'), decimals);
  }
  const mark = points > 0 ? '.' : ',';
  const count = points + commas;
  if (count > 1) {
    // Several of one mark can only be thousands marks.
    return mark === group && wellGrouped(plain, mark, '', separatorsOf(tag).wide)
      ? filterNumber(plain.replaceAll(mark, ''), decimals)
      : undefined;
  }
  // One mark alone: 1,234 in a language that groups by it is a thousand or a fraction, so it is refused; elsewhere it is the decimal mark.
  if (count === 1 && mark === group && mark !== '.' && /^\d{1,3},\d{3}$/.test(plain)) return undefined;
  return filterNumber(plain.replace(',', '.'), decimals);
}

function wellGrouped(text: string, group: string, mark: string, wide: 2 | 3): boolean {
  const whole = mark === '' ? text : text.slice(0, text.indexOf(mark));
  if (mark !== '' && text.slice(text.indexOf(mark) + 1).includes(group)) return false;
  const groups = whole.split(group);
  return groups.every((part, index) => {
    if (index === groups.length - 1) return groups.length === 1 || part.length === 3;
    return index === 0 ? part.length >= 1 && part.length <= 3 : part.length === 3 || part.length === wide;
  });
}
