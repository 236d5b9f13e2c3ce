// What a call may end in besides its answer: a refusal of the closed set with the desk's own why, or no answer at all.
import { DESK_WHY, type DeskWhy, type FieldReason, type RefusalCode } from '@vitrine/contract';

export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  readonly code: RefusalCode;
  /** Message key of the closed set, or of a newer server's. */
  readonly key: string;
  readonly args: Readonly<Record<string, string>>;
  /** Which fields of the request were refused, and why (code 400). */
  readonly fields: Readonly<Record<string, FieldReason>>;
  /** Why the desk refused, beside the code. */
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

/** The desk's why in a refusal's data; undefined for none and for a newer server's. */
export function readWhy(data: unknown): DeskWhy | undefined {
  if (typeof data !== 'object' || data === null || !('why' in data)) return undefined;
  return DESK_WHY.find((why) => why === data.why);
}

/** No answer came: the network failed or the time ran out. What was asked may or may not have been done. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** A write may have been done, and the desk does not know either: whoever sent it must look. */
export class OutcomeUnknown extends NoAnswer {}

/** A write is known not to have been done: refused, with the answer that said why lost, or never run (code 410). */
export class NotDone extends ApiFault {
  constructor(code: RefusalCode, key: string) {
    super(code, key, { key, args: {} });
  }
}

/** Codes of an answer that says nothing of what was done. */
const UNSURE: readonly number[] = [500, 504];

/** Whether a write that failed may have been done all the same. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof ApiFault && UNSURE.includes(error.code));
}
