// Identity's refusals: a code of the closed set and its numbers.

import { CODE, type RefusalKey } from '@vitrine/contract';

/** A refusal that the API turns into the response envelope. Nothing was changed. */
export class IdentityRefusal extends Error {
  readonly code: number;
  readonly args: Readonly<Record<string, string | number>>;
  /** Names of the invalid fields with the rule they break. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Additional data of a code: the step of 210, the methods of 1108. */
  readonly detail: Readonly<Record<string, unknown>> | undefined;

  constructor(
    reason: number | RefusalKey,
    message: string,
    args: Readonly<Record<string, string | number>> = {},
    fields?: Readonly<Record<string, string>>,
    detail?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.name = 'IdentityRefusal';
    this.code = typeof reason === 'string' ? CODE[reason] : reason;
    this.args = args;
    this.fields = fields;
    this.detail = detail;
  }
}
