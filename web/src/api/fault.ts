// The one error of the API layer: a code of the closed set with its arguments, in a form every page can show.
import type { FieldReason, RefusalCode, RefusalData } from '@vitrine/contract';

/** Where the page must go after an answer. */
export type Leave = 'root' | 'login';

export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  readonly code: RefusalCode;
  /** Message key of the closed set, or of a newer server's. */
  readonly key: string;
  readonly args: Readonly<Record<string, string>>;
  /** Which fields of the request were refused, and why (code 400). */
  readonly fields: Readonly<Record<string, FieldReason>>;
  /** True when nothing may be shown for it. */
  readonly silent: boolean;
  /** What came with a code that is no refusal proper: the login step of 210. */
  readonly detail: unknown;

  constructor(code: RefusalCode, data: RefusalData, message: string, silent: boolean, detail?: unknown) {
    super(message);
    this.code = code;
    this.key = data.key;
    this.args = data.args;
    this.fields = data.fields ?? {};
    this.silent = silent;
    this.detail = detail;
  }
}

/** No answer of the exchange came: the network failed, the time ran out, or something between answered. What was asked may or may not have been done. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly reason: 'offline' | 'timeout' | 'foreign';

  constructor(reason: NoAnswer['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Codes of an answer that says nothing of what was done. */
const UNSURE: readonly number[] = [500, 504];

/** Whether a write that failed may have been done all the same. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof ApiFault && UNSURE.includes(error.code));
}
