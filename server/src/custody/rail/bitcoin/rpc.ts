// JSON-RPC client for bitcoind: every call has a timeout and a size limit; refusals carry their code.

import { z } from 'zod';
import { NodeFault } from '../face.ts';

/** Timeout of a complete answer, ms. */
const TIMEOUT = 15_000;
/** Most bytes of an answer: a block in hexadecimal, or the ids of all pending transactions. */
const MOST_BYTES = 32 * 1_024 * 1_024;
/** Most characters of the node's message kept in errors. */
const WORDS = 200;

/** bitcoind's error codes. */
export const REFUSAL = { notFound: -5, outOfRange: -8, verify: -25, rejected: -26, known: -27 } as const;

/** The node answered with an error. */
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

export interface BitcoinRpc {
  /** @throws {NodeFault} */
  ask<T>(method: string, params: readonly unknown[], shape: z.ZodType<T>): Promise<T>;
  stop(): void;
}

/** Versions before 28 answer errors with HTTP 500 or 404, and write `error: null` next to a result. */
const answers = z.object({
  id: z.int(),
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).nullish(),
});

/** `url`: http or https; its name and password are sent as basic authentication, and are in no message. */
export function createRpc({ url, timeout = TIMEOUT }: { url: string; timeout?: number | undefined }): BitcoinRpc {
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

  async function post(method: string, body: string): Promise<string> {
    try {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(timeout)]);
      const response = await fetch(target, { method: 'POST', headers, body, redirect: 'error', signal });
      return await textOf(response, method);
    } catch (error) {
      if (error instanceof NodeFault) throw error;
      const why = error instanceof Error ? error.name : String(error);
      throw new NodeFault(`no answer of the node to ${method} (${why})`);
    }
  }

  return {
    async ask(method, params, shape) {
      lastId += 1;
      const id = lastId;
      const text = await post(method, JSON.stringify({ jsonrpc: '1.0', id, method, params }));
      let read: unknown;
      try {
        read = JSON.parse(text);
      } catch {
        // The text is not repeated: it may be anything.
        throw new NodeFault(`expected JSON of the node as answer to ${method}, got other text`);
      }
      const answer = answers.safeParse(read);
      if (!answer.success || answer.data.id !== id)
        throw new NodeFault(`expected the answer of call ${id} to ${method}, got another`);
      const { error } = answer.data;
      if (error !== null && error !== undefined) throw new NodeRefusal(method, error.code, error.message);
      const result = shape.safeParse(answer.data.result);
      if (!result.success)
        throw new NodeFault(`the node's answer to ${method} cannot be: ${result.error.issues[0]?.message ?? ''}`);
      return result.data;
    },
    stop: () => stopped.abort(),
  };
}

/** A body up to the size limit. */
async function textOf(response: Response, method: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new NodeFault(`expected at most ${MOST_BYTES} bytes of ${method}, got more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
