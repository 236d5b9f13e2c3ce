// Call handlers: functions of the validated input and the caller's context.

import type { AnswerOf, CallName, calls, Language, ParsedOf } from '@vitrine/contract';
import type { core } from 'zod/mini';
import type { Session, SessionGrant } from '../../account/identity/index.ts';
import type { CommandKey } from './key.ts';

/** A file as received; its name is only shown, never used as a path. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Result of a call with `download`. */
export interface FileAnswer {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The caller, and ways to answer besides the result. */
export interface CallContext {
  /** Undefined for a guest. */
  readonly session: Session | undefined;
  /** The request's idempotency key, or NO_KEY. */
  readonly key: CommandKey;
  /** ms UTC at the request's arrival. */
  readonly now: number;
  readonly ip: string;
  readonly agent: string;
  /** The browser's random id from its cookie; created when first needed. */
  readonly browser: () => string;
  /** The refresh cookie, if the path allows it. */
  readonly refreshToken: string | undefined;
  /** Sequence number of the command that an answer must include (header x-after), else 0. */
  readonly after: number;
  /** Language of the page if supported, else `en`. */
  readonly lang: Language;
  /** The file of an upload. */
  readonly file: UploadedFile | undefined;
  /** Sets the cookies of a session. */
  readonly signIn: (grant: SessionGrant) => void;
  /** Clears them. */
  readonly signOut: () => void;
}

/** The context of calls that require a sign-in. */
export interface UserContext extends CallContext {
  readonly session: Session;
}

type ContextOf<N extends CallName> = (typeof calls)[N]['who'] extends 'guest' ? CallContext : UserContext;

/** Input of a handler: the validated input; for a sealed call the opened content. */
export type OpenedOf<N extends CallName> = (typeof calls)[N]['sealed'] extends core.$ZodType
  ? core.output<(typeof calls)[N]['sealed']>
  : ParsedOf<N>;

/** Handles one call. Refuses by throwing a `Refusal`. */
export type Handler<N extends CallName> = (
  input: OpenedOf<N>,
  context: ContextOf<N>,
) => AnswerOf<N> | Promise<AnswerOf<N>>;

/** The names of calls that also support `format=csv`. */
export type ExportName = { [N in CallName]: (typeof calls)[N]['csv'] extends true ? N : never }[CallName];

/**
 * Yields all rows of a list in parts, for a file. `current` and `size` of the input are ignored. Returns
 * `searchedUntil` (ms UTC) if rows were left out: the list with it as `endTime` continues there.
 */
export type Exporter<N extends CallName> = (
  input: ParsedOf<N>,
  context: ContextOf<N>,
) => AsyncGenerator<readonly Readonly<Record<string, unknown>>[], number | null | void, undefined>;
/** An exporter for each of the given lists. */
export type ExportersOf<N extends CallName> = { readonly [K in N]: Exporter<K> };
/** An exporter for every list with a file. */
export type Exporters = ExportersOf<ExportName>;

/** A handler for each of the given calls. */
export type HandlersOf<N extends CallName> = { readonly [K in N]: Handler<K> };
/** A handler for every call of the API contract. */
export type Handlers = HandlersOf<CallName>;
