// The calls of the staff desk, on a separate port and address. All use POST, one envelope, and the same closed set of
// codes.

import type * as z from 'zod/mini';
import type { CallShape } from '../call/index.ts';
import { bondCalls } from './bonds.ts';
import { doorCalls } from './door.ts';
import { fundsCalls } from './funds.ts';
import { linkedCalls } from './linked.ts';
import { personCalls } from './persons.ts';
import { queueCalls } from './queues.ts';

export const deskCalls = {
  ...doorCalls,
  ...queueCalls,
  ...fundsCalls,
  ...bondCalls,
  ...personCalls,
  ...linkedCalls,
} as const satisfies Record<string, CallShape>;

type DeskCalls = typeof deskCalls;
export type DeskCallName = keyof DeskCalls;
/** Input as a caller gives it, defaults left out. */
export type DeskInputOf<N extends DeskCallName> = z.input<DeskCalls[N]['input']>;
/** Input as a handler gets it. */
export type DeskParsedOf<N extends DeskCallName> = z.output<DeskCalls[N]['input']>;
export type DeskAnswerOf<N extends DeskCallName> = z.output<DeskCalls[N]['answer']>;

export const deskCallNames = Object.keys(deskCalls) as readonly DeskCallName[];

/** A desk call's description. */
export function deskCallOf(name: DeskCallName): CallShape {
  return deskCalls[name];
}
