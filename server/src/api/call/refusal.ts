// How a call says no: a code of the closed set, the values its message shows, and the fields that were wrong.

import { type ArgsOf, codes, type Code, type FieldReason, isCode, type RefusalCode } from '@vitrine/contract';

/** A refusal the edge turns into the envelope. Thrown by handlers; nothing was changed. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly args: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, FieldReason>> | undefined;
  /** What a code carries besides: the step of 210, the methods of 1108. */
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

/** A refusal with exactly the arguments its code knows. */
export function refuse<C extends RefusalCode>(code: C, args: ArgsOf<C> = {}): Refusal {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries<string | undefined>(args)) if (value !== undefined) given[name] = value;
  return new Refusal(code, given);
}

/** A refusal of one field. */
export function refuseField(field: string, reason: FieldReason): Refusal {
  return new Refusal(400, {}, { [field]: reason });
}

/** A number that came from the core as a refusal's code. What is not one is a fault of ours (500). */
export function asRefusalCode(code: number): RefusalCode {
  return isRefusalCode(code) ? code : 500;
}

function isRefusalCode(code: number): code is RefusalCode {
  return isCode(code) && (code as Code) !== 200;
}
