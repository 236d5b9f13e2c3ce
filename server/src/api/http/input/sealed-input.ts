// The input of a call with a sealed body: opened, checked against the caller and the key, then validated like any
// other.

import type { CallShape } from '@vitrine/contract';
import type { Session } from '../../../account/identity/index.ts';
import type { SealedBodies } from '../../sealed/index.ts';
import { checked } from './input.ts';

/** Fields that differ each time the same request is sealed: its key does not cover them. */
const AFRESH: ReadonlySet<string> = new Set(['time', 'fundPassword']);

/**
 * The content of `data`.
 * @throws {Refusal} 3108 if the seal is invalid or belongs to another request, 400 for its content.
 */
export async function openInput(
  schema: NonNullable<CallShape['sealed']>,
  input: unknown,
  bodies: SealedBodies,
  of: { readonly session: Session; readonly key: string | undefined; readonly now: number },
): Promise<object> {
  const { data } = input as { readonly data: string };
  const { session, key, now } = of;
  return checked(schema, await bodies.open(data, { userId: session.userId, key, now })) as object;
}

/** The part of an opened body that its key covers: the same request sealed again is equal. */
export function keyedPart(opened: object): object {
  return Object.fromEntries(Object.entries(opened).filter(([name]) => !AFRESH.has(name)));
}
