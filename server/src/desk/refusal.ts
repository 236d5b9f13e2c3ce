// How the desk says no: a code of the closed set, and where a person can do something about it, why.

import type { DeskWhy, FieldReason, RefusalCode } from '@vitrine/contract';
import { Refusal } from '../api/call/index.ts';

/** A refusal with its reason in `data.why`. */
export function refuseWhy(code: RefusalCode, why: DeskWhy): Refusal {
  return new Refusal(code, {}, undefined, { why });
}

/** A refusal of one field, with why. */
export function refuseDesk(field: string, reason: FieldReason, why?: DeskWhy): Refusal {
  return new Refusal(400, {}, { [field]: reason }, why === undefined ? undefined : { why });
}

/** Not in this mode: live mode has no automatic reviewer. */
export function mismatch(): Refusal {
  return refuseWhy(403, 'mode');
}

/** There is no such thing, or it is not one's own to see. */
export function notThere(): Refusal {
  return new Refusal(404);
}

/** Ids of the desk and of customers are numbers; whatever else is asked for is not there. */
export function idOf(text: string): string {
  if (!/^[1-9][0-9]{0,17}$/.test(text)) throw notThere();
  return text;
}
