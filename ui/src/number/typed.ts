// Parses text typed into a number field by the separators of the user's language.
import { filterNumber, isTooLong, ownDigits, wellGrouped } from './input.ts';
import { separatorsOf } from './separators.ts';

/** Why text is refused: it is ambiguous, not a number, not a whole number where one is required, or too long. */
export type Refusal = 'twoWays' | 'noNumber' | 'notWhole' | 'tooLong';

/** The field value of refused text: neither empty nor a number, so no form can send it. */
export const unreadable = '.';

/** Typed text as a field's value. */
export interface TypedNumber {
  /** Plain decimal text, `.` as the point, or `unreadable`. */
  readonly value: string;
  readonly refused?: Refusal;
  /** Keeps the text as typed: it may still become another number, or the user has to see and correct it. */
  readonly asTyped: boolean;
}

/** Characters that occur in no number in any language. */
const foreign = /[^\d.,'’\s]/;
const blanks = /['’\s]/g;
/** A thousands separator before exactly three digits, after a non-zero digit: a thousand, or one. */
const ambiguous = /^0*[1-9]\d*[.,]\d{3}$/;
/** One mark followed by at most three digits: it may still become a thousands separator. */
const growing = /^\d*[.,]\d{0,3}$/;

/** Whether text has a character that occurs in no number. */
export function isForeign(text: string): boolean {
  return foreign.test(ownDigits(text).trim().replace(/^\+/, ''));
}

/**
 * Whether typed text has a decimal mark other than the language's thousands separator: no whole number begins like
 * that.
 */
export function hasDecimalMark(text: string, tag: string): boolean {
  const marks = marksOf(ownDigits(text));
  return marks !== '' && marks !== separatorsOf(tag).group.repeat(marks.length);
}

/**
 * Parses typed text. Accepts the language's thousands separator as a decimal mark (`1,5` in English), but not before
 * exactly three digits: `1,000` may mean one or a thousand.
 * If both marks occur, the last is the decimal mark.
 * @param text the text in the field
 * @param decimals digits kept after the decimal mark; 0: whole numbers only
 * @param tag the user's language tag
 */
export function readTyped(text: string, decimals: number, tag: string): TypedNumber {
  if (isForeign(text)) return refuse('noNumber');
  // A doubled mark counts once.
  const plain = ownDigits(text)
    .replace(/^\s*\+/, '')
    .replace(blanks, '')
    .replace(/([.,])\1+/g, '$1');
  const { group, wide } = separatorsOf(tag);
  const marks = marksOf(plain);
  const last = marks.at(-1);
  if (last === undefined) return take(plain, false);

  if (marks.length > 1 && marks.slice(0, -1).includes(last)) {
    // The last mark occurs twice: all are thousands separators, or the text is invalid.
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
    // Whole numbers only: the mark must be a thousands separator.
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
