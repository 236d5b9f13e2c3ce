// Rejects text that cannot be stored or shown, wherever input arrives, so that no later code has to check. PostgreSQL
// takes no NUL; a lone surrogate is no character; invisible characters make one name look like another.

/** Deepest nesting of an input: no call needs more than a few levels. */
const DEEPEST = 16;

/**
 * Characters that change how others are shown (embeddings, overrides, isolates, direction marks) or are invisible: soft
 * hyphens, zero-width spaces, tags. The joiners U+200C and U+200D are allowed: words and emoji need them.
 */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/u;

/** Whether a text can be stored and reads as it is written. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed() && !UNSEEN.test(text);
}

/** Whether all texts of a value, including field names, can be stored, and it is not nested too deeply. */
export function isStorableValue(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= DEEPEST) return false;
  if (Array.isArray(value)) return value.every((one) => isStorableValue(one, depth + 1));
  return Object.entries(value).every(([name, one]) => isStorable(name) && isStorableValue(one, depth + 1));
}
