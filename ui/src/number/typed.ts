// What is typed into a number field, read by the marks of the reader's language.
import { filterNumber, isTooLong, ownDigits, wellGrouped } from './input.ts';
import { separatorsOf } from './separators.ts';

/** Why text is not taken: it reads in two ways, is no number, no whole number where only those are taken, or has too many digits. */
export type Refusal = 'twoWays' | 'noNumber' | 'notWhole' | 'tooLong';

/** The value of a field whose text is refused: neither empty nor a number, so that no form sends without it. */
export const unreadable = '.';

/** Typed text as a field's value. */
export interface TypedNumber {
  /** Plain decimal text, `.` as the point, or `unreadable`. */
  readonly value: string;
  readonly refused?: Refusal;
  /** The text stays as it is typed: it may still become another number, or its writer has to see and correct it. */
  readonly asTyped: boolean;
}

/** What no number has, whatever the language. */
const foreign = /[^\d.,'’\s]/;
const blanks = /['’\s]/g;
/** A thousands mark with exactly three digits behind it, and with more than zeros before it: a thousand, or one. */
const ambiguous = /^0*[1-9]\d*[.,]\d{3}$/;
/** One mark with as many digits behind it as a group may still get. */
const growing = /^\d*[.,]\d{0,3}$/;

/** Whether text has a character that no number has. */
export function isForeign(text: string): boolean {
  return foreign.test(ownDigits(text).trim().replace(/^\+/, ''));
}

/** Whether the decimal mark of typed text is not the language's thousands mark: no whole number begins like that. */
export function hasDecimalMark(text: string, tag: string): boolean {
  const marks = marksOf(ownDigits(text));
  return marks !== '' && marks !== separatorsOf(tag).group.repeat(marks.length);
}

/**
 * Reads typed text. The thousands mark of the language is taken for a decimal mark as a courtesy (`1,5` in English), but
 * not before exactly three digits: `1,000` means a thousand to one reader and one to another. Of both marks the last is
 * the decimal mark.
 * @param text what stands in the field
 * @param decimals digits kept behind the decimal mark; 0: whole numbers only
 * @param tag the reader's language tag
 */
export function readTyped(text: string, decimals: number, tag: string): TypedNumber {
  if (isForeign(text)) return refuse('noNumber');
  // A mark pressed twice is one mark.
  const plain = ownDigits(text)
    .replace(/^\s*\+/, '')
    .replace(blanks, '')
    .replace(/([.,])\1+/g, '$1');
  const { group, wide } = separatorsOf(tag);
  const marks = marksOf(plain);
  const last = marks.at(-1);
  if (last === undefined) return take(plain, false);

  if (marks.length > 1 && marks.slice(0, -1).includes(last)) {
    // The last mark occurs twice: thousands marks throughout, or nothing.
    const thousands = last === group && !hasDecimalMark(plain, tag) && wellGrouped(plain, group, '', wide);
    return thousands ? take(plain.replaceAll(group, ''), true) : refuse(decimals === 0 ? 'notWhole' : 'twoWays');
  }
  if (marks.length > 1) {
    const thousands = last === '.' ? ',' : '.';
    if (decimals === 0) return refuse('notWhole');
    if (!wellGrouped(plain, thousands, last, wide)) return refuse('twoWays');
    return take(plain.replaceAll(thousands, '').replace(last, '.'), false);
  }
  if (decimals === 0) {
    // Only whole numbers: a thousands mark can be nothing else.
    if (last === group && wellGrouped(plain, group, '', wide)) return take(plain.replace(group, ''), true);
    return refuse('notWhole');
  }
  if (last !== group) return take(plain.replace(last, '.'), false);
  return ambiguous.test(plain) ? refuse('twoWays') : take(plain.replace(last, '.'), growing.test(plain));

  function take(read: string, asTyped: boolean): TypedNumber {
    return isTooLong(read) ? refuse('tooLong') : { value: filterNumber(read, decimals), asTyped };
  }
}

const refuse = (refused: Refusal): TypedNumber => ({ value: unreadable, refused, asTyped: true });

const marksOf = (text: string): string => text.replace(/[^.,]/g, '');
