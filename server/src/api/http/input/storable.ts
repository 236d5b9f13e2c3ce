// Text that can be kept and shown: PostgreSQL takes no NUL, half a surrogate pair is no character, and signs that nobody sees
// make one name look like another. Refused wherever something comes in, so that nothing behind has to think of it.

/** Deepest nesting of an input: no call has more than a few levels. */
const DEEPEST = 16;

/**
 * Signs that change how others are shown (embeddings, overrides, isolates, marks of direction) or are not seen at all: soft
 * hyphens, spaces without width, tags. The joiners U+200C and U+200D stay: words and pictures are written with them.
 */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/u;

/** Whether a text can be kept as it is, and reads as it is written. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed() && !UNSEEN.test(text);
}

/** Whether all texts of a value, names of fields too, can be kept, and it is not nested too deeply. */
export function isStorableValue(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= DEEPEST) return false;
  if (Array.isArray(value)) return value.every((one) => isStorableValue(one, depth + 1));
  return Object.entries(value).every(([name, one]) => isStorable(name) && isStorableValue(one, depth + 1));
}
