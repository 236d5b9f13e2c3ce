// The envelope every answer comes in: {code, msg, data}.

import * as z from 'zod/mini';
import { type Code, codes, isCode } from './code.ts';

/** Why a field of the request was refused (code 400). */
export const fieldReason = z.enum(['number', 'integer', 'required', 'format', 'range']);
export type FieldReason = z.output<typeof fieldReason>;

/** What a refusal carries as its data. */
export const refusalData = z.object({
  key: z.string(),
  args: z.record(z.string(), z.string()),
  fields: z.optional(z.record(z.string(), fieldReason)),
});
export type RefusalData = z.output<typeof refusalData>;

/** The outer form of every answer; `data` is checked by the call's own schema. */
export const envelope = z.object({ code: z.union([z.number(), z.string()]), msg: z.string(), data: z.unknown() });
export type Envelope = z.output<typeof envelope>;

/** What became of a call, as both sides speak of it. */
export type Outcome<T> =
  | { readonly code: 200; readonly msg: string; readonly data: T }
  | { readonly code: Exclude<Code, 200>; readonly msg: string; readonly data: RefusalData };

/**
 * Reads the envelope of an answer that is not 200. A code outside the closed set (a newer server's) reads as 500 with the
 * key it brought, so that nothing is guessed.
 */
export function readRefusal(answer: Envelope): { code: Exclude<Code, 200>; data: RefusalData } {
  const number = typeof answer.code === 'string' ? Number.parseInt(answer.code, 10) : answer.code;
  const code = isCode(number) && number !== 200 ? number : 500;
  const parsed = refusalData.safeParse(answer.data);
  return { code, data: parsed.success ? parsed.data : { key: codes[code].key, args: {} } };
}
