// The error of the API layer: a code of the closed set with its arguments, in a form that every page can show.
import type { FieldReason, RefusalCode, RefusalData } from '@vitrine/contract';

/** Where the page redirects after an answer. */
export type Leave = 'root' | 'login';

export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  readonly code: RefusalCode;
  /** Message key of the closed set, or of a newer server. */
  readonly key: string;
  readonly args: Readonly<Record<string, string>>;
  /** The refused fields of the request with reasons (code 400). */
  readonly fields: Readonly<Record<string, FieldReason>>;
  /** True when the user must not see it. */
  readonly silent: boolean;
  /** Data of a code that is not a refusal: the login step of 210. */
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

/**
 * No answer from the exchange: the network failed, the time ran out, or a proxy answered. The request may or may not
 * have been done.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly reason: 'offline' | 'timeout' | 'foreign';

  constructor(reason: NoAnswer['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Codes of answers that leave the outcome open. */
const UNSURE: readonly number[] = [500, 504];

/** Whether a failed write may have been done anyway. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof ApiFault && UNSURE.includes(error.code));
}
