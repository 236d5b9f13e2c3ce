// Field names in refusals: a domain uses its own field names, which calls of the API contract may name differently.

import { IdentityRefusal } from '../../account/identity/index.ts';

/** Runs `work`; renames the fields of its refusals to this call's names. */
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
