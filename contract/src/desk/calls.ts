// The calls of the operators' desk, on its own port and address. POST all, one envelope, codes of the same closed set.

import type * as z from 'zod/mini';
import type { CallShape } from '../call/index.ts';
import { doorCalls } from './door.ts';
import { fundsCalls } from './funds.ts';
import { linkedCalls } from './linked.ts';
import { personCalls } from './persons.ts';
import { queueCalls } from './queues.ts';

export const deskCalls = {
  ...doorCalls,
  ...queueCalls,
  ...fundsCalls,
  ...personCalls,
  ...linkedCalls,
} as const satisfies Record<string, CallShape>;

type DeskCalls = typeof deskCalls;
export type DeskCallName = keyof DeskCalls;
/** What a caller gives, defaults left out. */
export type DeskInputOf<N extends DeskCallName> = z.input<DeskCalls[N]['input']>;
/** What a handler gets. */
export type DeskParsedOf<N extends DeskCallName> = z.output<DeskCalls[N]['input']>;
export type DeskAnswerOf<N extends DeskCallName> = z.output<DeskCalls[N]['answer']>;

export const deskCallNames = Object.keys(deskCalls) as readonly DeskCallName[];

/** A desk call's description. */
export function deskCallOf(name: DeskCallName): CallShape {
  return deskCalls[name];
}
