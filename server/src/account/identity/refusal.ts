// Identity's refusals: a code of the closed set and its numbers.

/** A refusal that the API turns into the response envelope. Nothing was changed. */
export class IdentityRefusal extends Error {
  readonly code: number;
  readonly args: Readonly<Record<string, string | number>>;
  /** Names of the invalid fields with the rule they break. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Additional data of a code: the step of 210, the methods of 1108. */
  readonly detail: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: number,
    message: string,
    args: Readonly<Record<string, string | number>> = {},
    fields?: Readonly<Record<string, string>>,
    detail?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.name = 'IdentityRefusal';
    this.code = code;
    this.args = args;
    this.fields = fields;
    this.detail = detail;
  }
}
