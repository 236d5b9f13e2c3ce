// Refusals of the desk: a code of the closed set, and the reason if a person can act on it.

import type { DeskWhy, FieldReason, RefusalKey } from '@vitrine/contract';
import { Refusal } from '../api/call/index.ts';

/** A refusal with its reason in `data.why`. */
export function refuseWhy(reason: RefusalKey, why: DeskWhy): Refusal {
  return new Refusal(reason, {}, undefined, { why });
}

/** A refusal for one field, with a reason. */
export function refuseDesk(field: string, reason: FieldReason, why?: DeskWhy): Refusal {
  return new Refusal('request.invalid', {}, { [field]: reason }, why === undefined ? undefined : { why });
}

/** Not available in this mode: live mode has no automatic reviewer. */
export function mismatch(): Refusal {
  return refuseWhy('request.forbidden', 'mode');
}

/** Not found, or not visible to the caller. */
export function notThere(): Refusal {
  return new Refusal('request.notFound');
}

/** Ids of the desk and of customers are numbers; anything else is not found. */
export function idOf(text: string): string {
  if (!/^[1-9][0-9]{0,17}$/.test(text)) throw notThere();
  return text;
}
