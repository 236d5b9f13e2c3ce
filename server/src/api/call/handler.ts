// What answers a call: a function of its checked input and of who asks.

import type { AnswerOf, CallName, calls, Language, ParsedOf } from '@vitrine/contract';
import type { core } from 'zod/mini';
import type { Session, SessionGrant } from '../../account/identity/index.ts';
import type { CommandKey } from './key.ts';

/** A file as it came; its name is only shown, never used as a path. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a call with `download` answers. */
export interface FileAnswer {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Who asks, and how to answer besides the answer itself. */
export interface CallContext {
  /** Undefined for a guest. */
  readonly session: Session | undefined;
  /** The request's key, or NO_KEY. */
  readonly key: CommandKey;
  /** ms UTC at the request's arrival. */
  readonly now: number;
  readonly ip: string;
  readonly agent: string;
  /** The asking browser's own random mark, kept in a cookie; made when first needed. */
  readonly browser: () => string;
  /** The refresh cookie, where the path lets it come. */
  readonly refreshToken: string | undefined;
  /** Number of the command an answer must hold (header x-after), else 0. */
  readonly after: number;
  /** Language of the asking page: one of ours, else `en`. */
  readonly lang: Language;
  /** The file of an upload. */
  readonly file: UploadedFile | undefined;
  /** Sets the cookies of a session. */
  readonly signIn: (grant: SessionGrant) => void;
  /** Takes them away. */
  readonly signOut: () => void;
}

/** The same for calls that only the signed in may make. */
export interface UserContext extends CallContext {
  readonly session: Session;
}

type ContextOf<N extends CallName> = (typeof calls)[N]['who'] extends 'guest' ? CallContext : UserContext;

/** What a handler is given: the checked input, of a sealed call what stood inside. */
export type OpenedOf<N extends CallName> = (typeof calls)[N]['sealed'] extends core.$ZodType
  ? core.output<(typeof calls)[N]['sealed']>
  : ParsedOf<N>;

/** Answers one call. Refuses by throwing a `Refusal`. */
export type Handler<N extends CallName> = (
  input: OpenedOf<N>,
  context: ContextOf<N>,
) => AnswerOf<N> | Promise<AnswerOf<N>>;

/** The names of calls that also answer `format=csv`. */
export type ExportName = { [N in CallName]: (typeof calls)[N]['csv'] extends true ? N : never }[CallName];

/**
 * Gives all rows of a list, part by part, for a file. `current` and `size` of the input do not count. Returns `searchedUntil`
 * (ms UTC) where rows were left out: the list with it as `endTime` goes on.
 */
export type Exporter<N extends CallName> = (
  input: ParsedOf<N>,
  context: ContextOf<N>,
) => AsyncGenerator<readonly Readonly<Record<string, unknown>>[], number | null | void, undefined>;
/** An exporter for each of some lists. */
export type ExportersOf<N extends CallName> = { readonly [K in N]: Exporter<K> };
/** An exporter for every list that has a file. */
export type Exporters = ExportersOf<ExportName>;

/** A handler for each of some calls. */
export type HandlersOf<N extends CallName> = { readonly [K in N]: Handler<K> };
/** A handler for every call of the agreement. */
export type Handlers = HandlersOf<CallName>;
