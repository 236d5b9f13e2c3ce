// Asking an Ethereum node by JSON-RPC: every call with a time-out and a size, reads repeated a few times, sends never.

import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { NodeFault } from '../face.ts';

/** One answer, ms, its whole body included. */
const TIMEOUT = 10_000;
/** Pauses before a read is asked again, ms. */
const AGAIN_AFTER = [200, 1_000];
/** A node's answer; the traces of a full block have a few MiB. */
const MOST_BYTES = 64 * 1_024 * 1_024;
/** Calls in one request. */
export const BATCH = 50;
/** Of a node's own words, kept in errors. */
const WORDS = 200;

/** The node answered that it will not: unknown block, missing method, refused transaction. */
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

/** A clear answer that the node does not know what was asked; not that it may not now. */
export function isMissing({ code, words }: NodeRefusal): boolean {
  const no = /not (available|supported|enabled|found|exist|whitelisted|allowed)|unsupported|disabled/i;
  return code === NO_METHOD || (no.test(words) && /method|module|namespace/i.test(words));
}

/** A clear answer that what is asked of an old block is no longer kept. */
export function isHistoryGone({ words }: NodeRefusal): boolean {
  return /missing trie node|historical state|history unavailable|state (is |at .*)?(not available|unavailable|pruned)|pruned|reexec|no state available/i.test(
    words,
  );
}

export interface Rpc {
  /** Asks, and again when no answer came; `patience` for what a node takes longer for, ms. @throws {NodeFault} */
  read<T>(method: string, params: readonly unknown[], shape: z.ZodType<T>, patience?: number): Promise<T>;
  /** Many of one method, in the order asked. @throws {NodeFault} when any fails */
  readMany<T>(method: string, params: readonly (readonly unknown[])[], shape: z.ZodType<T>): Promise<T[]>;
  /** Asks once: what came of it is unknown when it throws anything but a `NodeRefusal`. */
  once<T>(method: string, params: readonly unknown[], shape: z.ZodType<T>): Promise<T>;
  /** Ends what is being asked. */
  stop(): void;
}

export interface RpcOptions {
  /** http or https; a name and password in it go as basic authentication. */
  readonly url: string;
  /** ms. */
  readonly timeout?: number | undefined;
  /** Reads are asked again after these times, ms. */
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

  /** One request. The address is in no message: it often carries a key. */
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
      // Not repeated here: what a broken proxy says instead may be anything.
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

  /** Again when nothing usable came; a refusal is an answer. */
  async function repeated<T>(asking: () => Promise<T>): Promise<T> {
    for (const pause of again) {
      try {
        return await asking();
      } catch (error) {
        // The last attempt, below, is the one that speaks.
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

/** A body, up to its bound. */
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
