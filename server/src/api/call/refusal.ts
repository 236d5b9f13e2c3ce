// Refusals of calls: a code of the closed set, the values in its message, and the invalid fields.

import {
  type ArgsOf,
  CODE,
  codeOf,
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
    reason: RefusalCode | RefusalKey,
    args: Readonly<Record<string, string>> = {},
    fields?: Readonly<Record<string, FieldReason>>,
    detail?: Readonly<Record<string, unknown>>,
  ) {
    const code: RefusalCode = codeOf(reason);
    super(codes[code].key);
    this.name = 'Refusal';
    this.code = code;
    this.args = args;
    this.fields = fields;
    this.detail = detail;
  }
}

/** A refusal by its message key, with exactly the arguments that its code defines. */
export function refuse<R extends RefusalKey>(reason: R, args: ArgsOf<(typeof CODE)[R]> = {}): Refusal {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries<string | undefined>(args)) if (value !== undefined) given[name] = value;
  return new Refusal(reason, given);
}

/** A refusal for one field. */
export function refuseField(field: string, reason: FieldReason): Refusal {
  return new Refusal('request.invalid', {}, { [field]: reason });
}

/** Converts a refusal code from the core. Any other number is an internal fault (500). */
export function asRefusalCode(code: number): RefusalCode {
  return isRefusalCode(code) ? code : CODE['server.fault'];
}

function isRefusalCode(code: number): code is RefusalCode {
  return isCode(code) && (code as Code) !== CODE.ok;
}
