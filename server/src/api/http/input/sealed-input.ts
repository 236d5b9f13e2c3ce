// The input of a call whose body is sealed: opened, held against who asks and with which key, then checked as any other.

import type { CallShape } from '@vitrine/contract';
import type { Session } from '../../../account/identity/index.ts';
import type { SealedBodies } from '../../sealed/index.ts';
import { checked } from './input.ts';

/** Names that differ each time the same request is sealed: its key does not cover them. */
const AFRESH: ReadonlySet<string> = new Set(['time', 'fundPassword']);

/**
 * What stands inside `data`.
 * @throws {Refusal} 3108 for whatever is wrong with the seal or whose it is, 400 for what is inside.
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

/** What the key of an opened body covers: the same request, sealed anew, is the same. */
export function keyedPart(opened: object): object {
  return Object.fromEntries(Object.entries(opened).filter(([name]) => !AFRESH.has(name)));
}
