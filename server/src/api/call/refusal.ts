// Refusals of calls: a code of the closed set, the values in its message, and the invalid fields.

import {
  type ArgsOf,
  CODE,
  codes,
  type Code,
  type FieldReason,
  isCode,
  type RefusalCode,
  type RefusalKey,
} from '@vitrine/contract';

/** A refusal that the API turns into the response envelope. Thrown by handlers; nothing was changed. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly args: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, FieldReason>> | undefined;
  /** Additional data of a code: the step of 210, the methods of 1108. */
  readonly detail: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: RefusalCode,
    args: Readonly<Record<string, string>> = {},
    fields?: Readonly<Record<string, FieldReason>>,
    detail?: Readonly<Record<string, unknown>>,
  ) {
    super(codes[code].key);
    this.name = 'Refusal';
    this.code = code;
    this.args = args;
    this.fields = fields;
    this.detail = detail;
  }
}

/** A refusal by its message key, or the core's code, with exactly the arguments that its code defines. */
export function refuse<R extends RefusalCode | RefusalKey>(
  reason: R,
  args: ArgsOf<R extends RefusalKey ? (typeof CODE)[R] : R> = {},
): Refusal {
  const code: RefusalCode = typeof reason === 'string' ? CODE[reason] : reason;
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries<string | undefined>(args)) if (value !== undefined) given[name] = value;
  return new Refusal(code, given);
}

/** A refusal for one field. */
export function refuseField(field: string, reason: FieldReason): Refusal {
  return new Refusal(400, {}, { [field]: reason });
}

/** Converts a refusal code from the core. Any other number is an internal fault (500). */
export function asRefusalCode(code: number): RefusalCode {
  return isRefusalCode(code) ? code : 500;
}

function isRefusalCode(code: number): code is RefusalCode {
  return isCode(code) && (code as Code) !== 200;
}
