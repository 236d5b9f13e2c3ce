// Storage of signed journal heads outside the database: an append-only file, or a web service that keeps the newest.

import { readHeadText } from '../signer/index.ts';
import type { AnchorPlace } from '../../app/settings/index.ts';
import type { SignedHead } from '../types/index.ts';
import { addToAnchor, expectSigned, readAnchor } from './anchor.ts';

/** Timeout of a service, ms; and most bytes of its answer: a head is much shorter. */
const TIMEOUT = 10_000;
const MOST_BYTES = 4_096;
const NONE_YET = 404;

export interface Anchor {
  /** Name in messages. */
  readonly name: string;
  /**
   * The newest head; undefined if there is none yet. @throws if that is not certain, or this signer did not sign it.
   */
  newest(publicKey: string): Promise<SignedHead | undefined>;
  /** Resolves once it is stored. */
  add(head: SignedHead): Promise<void>;
}

export interface AnchorSettings extends AnchorPlace {
  /** Timeout of a service, ms. */
  readonly timeout?: number;
}

/** Opens an anchor without contacting it. */
export function openAnchor({ place, token, timeout = TIMEOUT }: AnchorSettings): Anchor {
  if (!/^https?:/.test(place))
    return {
      name: place,
      newest: (publicKey) => readAnchor(place, publicKey),
      add: (head) => addToAnchor(place, head),
    };
  const { origin, pathname } = new URL(place);
  // The query may contain a secret.
  const name = origin + pathname;

  async function ask(
    method: 'GET' | 'PUT',
    body?: string,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    try {
      const response = await fetch(place, {
        ...{ method, headers },
        ...(body === undefined ? {} : { body }),
        // A redirect would send the token elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      return { status: response.status, text: await textOf(response) };
    } catch (error) {
      if (error instanceof AnchorFault) throw error;
      throw new AnchorFault(`${name} did not answer to ${method} (${error instanceof Error ? error.name : 'fault'})`);
    }
  }

  async function textOf(response: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MOST_BYTES) throw new AnchorFault(`${name}: expected at most ${MOST_BYTES} bytes, got more`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  function headIn(text: string): SignedHead {
    try {
      return readHeadText(text);
    } catch (error) {
      throw new AnchorFault(`${name}: expected the JSON of a signed head, got something else`, { cause: error });
    }
  }

  return {
    name,
    async newest(publicKey) {
      const { status, text } = await ask('GET');
      if (status === NONE_YET) return undefined;
      if (status !== 200) throw new AnchorFault(`${name}: expected status 200 or ${NONE_YET} to GET, got ${status}`);
      return expectSigned(name, headIn(text), publicKey);
    },
    async add(head) {
      const { status } = await ask('PUT', JSON.stringify(head));
      if (status < 200 || status > 299) throw new AnchorFault(`${name}: expected status 2xx to PUT, got ${status}`);
    },
  };
}

/** An anchor gives no usable answer: nothing is signed meanwhile. */
export class AnchorFault extends Error {
  override readonly name = 'AnchorFault';
}
