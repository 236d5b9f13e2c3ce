// The envelope of every answer: {code, msg, data}.

import * as z from 'zod/mini';
import { type Code, codes, isCode } from './code.ts';

/** Why a field of the request was refused (code 400). */
export const fieldReason = z.enum(['number', 'integer', 'required', 'format', 'range']);
export type FieldReason = z.output<typeof fieldReason>;

/** The data of a refusal. */
export const refusalData = z.object({
  key: z.string(),
  args: z.record(z.string(), z.string()),
  fields: z.optional(z.record(z.string(), fieldReason)),
});
export type RefusalData = z.output<typeof refusalData>;

/** The outer form of every answer; the call's own schema validates `data`. */
export const envelope = z.object({ code: z.union([z.number(), z.string()]), msg: z.string(), data: z.unknown() });
export type Envelope = z.output<typeof envelope>;

/** Result of a call, as both sides use it. */
export type Outcome<T> =
  | { readonly code: 200; readonly msg: string; readonly data: T }
  | { readonly code: Exclude<Code, 200>; readonly msg: string; readonly data: RefusalData };

/**
 * Reads the envelope of an answer other than 200. An unknown code (of a newer server) reads as 500 with the key it came
 * with, so that nothing is guessed.
 */
export function readRefusal(answer: Envelope): { code: Exclude<Code, 200>; data: RefusalData } {
  const number = typeof answer.code === 'string' ? Number.parseInt(answer.code, 10) : answer.code;
  const code = isCode(number) && number !== 200 ? number : 500;
  const parsed = refusalData.safeParse(answer.data);
  return { code, data: parsed.success ? parsed.data : { key: codes[code].key, args: {} } };
}
