// Refusals of a domain name its own fields; the calls of the agreement have other words for the same thing.

import { IdentityRefusal } from '../../account/identity/index.ts';

/** Does some work; the fields of what it refuses are called as this call calls them. */
export async function named<T>(names: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IdentityRefusal) || error.fields === undefined) throw error;
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([field, reason]) => [names[field] ?? field, reason]),
    );
    throw new IdentityRefusal(error.code, error.message, error.args, fields, error.detail);
  }
}
