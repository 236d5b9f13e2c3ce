// Text that can be kept: PostgreSQL takes no NUL, and half a surrogate pair is no character. Refused wherever something
// comes in, so that nothing behind has to think of it.

/** Deepest nesting of an input: no call has more than a few levels. */
const DEEPEST = 16;

/** Whether a text can be kept as it is. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Whether all texts of a value, names of fields too, can be kept, and it is not nested too deeply. */
export function isStorableValue(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= DEEPEST) return false;
  if (Array.isArray(value)) return value.every((one) => isStorableValue(one, depth + 1));
  return Object.entries(value).every(([name, one]) => isStorable(name) && isStorableValue(one, depth + 1));
}
