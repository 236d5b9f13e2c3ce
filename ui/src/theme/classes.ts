// Class names put together, the absent ones left out.

/** Joins what is a name; false, null and undefined are left out. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
