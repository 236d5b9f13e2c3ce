// How identity says no: a code of the closed set and the numbers behind it.

/** A refusal the edge turns into the envelope. Nothing was changed. */
export class IdentityRefusal extends Error {
  readonly code: number;
  readonly args: Readonly<Record<string, string | number>>;
  /** Names of the fields that were wrong, with their rule. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** What a code carries besides: the step of 210, the methods of 1108. */
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
