// Failures of a call: a refusal with a code and the desk's reason, or no answer.
import { DESK_WHY, type DeskWhy, type FieldReason, type RefusalCode } from '@vitrine/contract';

export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  readonly code: RefusalCode;
  /** Message key of the closed set, or of a newer server. */
  readonly key: string;
  readonly args: Readonly<Record<string, string>>;
  /** The refused fields of the request with reasons (code 400). */
  readonly fields: Readonly<Record<string, FieldReason>>;
  /** The desk's reason, besides the code. */
  readonly why: DeskWhy | undefined;

  constructor(code: RefusalCode, message: string, data: FaultData) {
    super(message);
    this.code = code;
    this.key = data.key;
    this.args = data.args;
    this.fields = data.fields ?? {};
    this.why = data.why;
  }
}

export interface FaultData {
  readonly key: string;
  readonly args: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, FieldReason>> | undefined;
  readonly why?: DeskWhy | undefined;
}

/** The desk's reason in a refusal's data; undefined for none and for unknown ones of a newer server. */
export function readWhy(data: unknown): DeskWhy | undefined {
  if (typeof data !== 'object' || data === null || !('why' in data)) return undefined;
  return DESK_WHY.find((why) => why === data.why);
}

/** No answer: the network failed or the time ran out. The request may or may not have been done. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** A write may have been done, and the desk does not know either: the user must check. */
export class OutcomeUnknown extends NoAnswer {}

/**
 * A write that was certainly not done: refused, although the answer with the reason was lost, or never run (code 410).
 */
export class NotDone extends ApiFault {
  constructor(code: RefusalCode, key: string) {
    super(code, key, { key, args: {} });
  }
}

/** Codes of answers that leave the outcome open. */
const UNSURE: readonly number[] = [500, 504];

/** Whether a failed write may have been done anyway. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof ApiFault && UNSURE.includes(error.code));
}
