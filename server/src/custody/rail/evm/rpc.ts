// JSON-RPC client for an Ethereum node: every call has a timeout and a size limit; reads are retried a few times, sends
// never.

import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { NodeFault } from '../face.ts';

/** Timeout of a complete answer, ms. */
const TIMEOUT = 10_000;
/** Pauses before a read is retried, ms. */
const AGAIN_AFTER = [200, 1_000];
/** Most bytes of an answer; the traces of a full block have a few MiB. */
const MOST_BYTES = 64 * 1_024 * 1_024;
/** Calls per request. */
export const BATCH = 50;
/** Most characters of the node's message kept in errors. */
const WORDS = 200;

/** The node answered with an error: unknown block, missing method, rejected transaction. */
export class NodeRefusal extends NodeFault {
  readonly code: number;
  readonly words: string;

  constructor(method: string, code: number, words: string) {
    const kept = words.replace(/[^\x20-\x7e]+/g, ' ').slice(0, WORDS);
    super(`the node answered ${method} with error ${code}: ${kept}`);
    this.code = code;
    this.words = kept;
  }
}

/** JSON-RPC: no such method. */
const NO_METHOD = -32_601;

/** A definite answer that the node does not know the method; not that it is unavailable now. */
export function isMissing({ code, words }: NodeRefusal): boolean {
  const no = /not (available|supported|enabled|found|exist|whitelisted|allowed)|unsupported|disabled/i;
  return code === NO_METHOD || (no.test(words) && /method|module|namespace/i.test(words));
}

/** A definite answer that data of an old block is no longer kept. */
export function isHistoryGone({ words }: NodeRefusal): boolean {
  return /missing trie node|historical state|history unavailable|state (is |at .*)?(not available|unavailable|pruned)|pruned|reexec|no state available/i.test(
    words,
  );
}

export interface Rpc {
  /** Queries, and retries if no answer came; `patience`: timeout for slow queries, ms. @throws {NodeFault} */
  read<T>(method: string, params: readonly unknown[], shape: z.ZodType<T>, patience?: number): Promise<T>;
  /** Many calls of one method, in the given order. @throws {NodeFault} if any fails */
  readMany<T>(method: string, params: readonly (readonly unknown[])[], shape: z.ZodType<T>): Promise<T[]>;
  /** Queries once: the outcome is unknown if it throws anything but a `NodeRefusal`. */
  once<T>(method: string, params: readonly unknown[], shape: z.ZodType<T>): Promise<T>;
  /** Aborts queries in progress. */
  stop(): void;
}

export interface RpcOptions {
  /** http or https; its name and password are sent as basic authentication. */
  readonly url: string;
  /** ms. */
  readonly timeout?: number | undefined;
  /** Pauses before reads are retried, ms. */
  readonly again?: readonly number[] | undefined;
}

const answers = z.object({
  id: z.int(),
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
});
type Answer = z.output<typeof answers>;

interface Call {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export function createRpc({ url, timeout = TIMEOUT, again = AGAIN_AFTER }: RpcOptions): Rpc {
  const target = new URL(url);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (target.username !== '' || target.password !== '') {
    const pair = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
    target.username = '';
    target.password = '';
  }
  const stopped = new AbortController();
  let lastId = 0;

  /** One request. The URL is in no message: it often contains a key. */
  async function post(method: string, body: unknown, patience: number): Promise<unknown> {
    let text: string;
    try {
      const response = await fetch(target, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(patience)]),
      });
      text = await textOf(response, method);
      if (!response.ok) throw new NodeFault(`the node answered ${method} with HTTP ${response.status}`);
    } catch (error) {
      if (error instanceof NodeFault) throw error;
      const why = error instanceof Error ? error.name : String(error);
      throw new NodeFault(`no answer of the node to ${method} (${why})`);
    }
    try {
      return JSON.parse(text);
    } catch {
      // The text is not repeated: a broken proxy may send anything.
      throw new NodeFault(`expected JSON of the node as answer to ${method}, got other text`);
    }
  }

  function taken<T>(method: string, answer: Answer, shape: z.ZodType<T>): T {
    if (answer.error !== undefined) throw new NodeRefusal(method, answer.error.code, answer.error.message);
    const result = shape.safeParse(answer.result);
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    throw new NodeFault(
      `the node's answer to ${method} cannot be: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    );
  }

  function call(method: string, params: readonly unknown[]): Call {
    lastId += 1;
    return { jsonrpc: '2.0', id: lastId, method, params };
  }

  async function ask(method: string, params: readonly unknown[], patience = timeout): Promise<Answer> {
    const asked = call(method, params);
    const answer = answers.safeParse(await post(method, asked, patience));
    if (!answer.success || answer.data.id !== asked.id) {
      throw new NodeFault(`expected the answer of call ${asked.id} to ${method}, got another`);
    }
    return answer.data;
  }

  async function askMany(method: string, params: readonly (readonly unknown[])[]): Promise<Answer[]> {
    const asked = params.map((each) => call(method, each));
    const got = z.array(answers).safeParse(await post(method, asked, timeout));
    if (!got.success) throw new NodeFault(`expected ${asked.length} answers to ${method}, got another shape`);
    const byId = new Map(got.data.map((answer) => [answer.id, answer]));
    if (byId.size !== asked.length || got.data.length !== asked.length) {
      throw new NodeFault(`expected ${asked.length} answers to ${method}, got ${got.data.length}`);
    }
    return asked.map(({ id }) => {
      const answer = byId.get(id);
      if (answer === undefined) throw new NodeFault(`expected an answer of call ${id} to ${method}, got none`);
      return answer;
    });
  }

  /** Retries if nothing usable came; an error response is an answer. */
  async function repeated<T>(asking: () => Promise<T>): Promise<T> {
    for (const pause of again) {
      try {
        return await asking();
      } catch (error) {
        // The last attempt, below, determines the error.
        if (!(error instanceof NodeFault) || stopped.signal.aborted) throw error;
      }
      await wait(pause, undefined, { signal: stopped.signal }).catch(() => {
        // Stopped while waiting: the attempt below fails at once and says so.
      });
    }
    return await asking();
  }

  return {
    read: async (method, params, shape, patience) =>
      taken(method, await repeated(() => ask(method, params, patience)), shape),
    readMany: async (method, params, shape) => {
      const results = [];
      for (let at = 0; at < params.length; at += BATCH) {
        const part = await repeated(() => askMany(method, params.slice(at, at + BATCH)));
        for (const answer of part) results.push(taken(method, answer, shape));
      }
      return results;
    },
    once: async (method, params, shape) => taken(method, await ask(method, params), shape),
    stop: () => stopped.abort(),
  };
}

/** A body up to the size limit. */
async function textOf(response: Response, method: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES)
      throw new NodeFault(`expected at most ${MOST_BYTES} bytes of the node for ${method}, got more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
