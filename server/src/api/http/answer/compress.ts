// Compresses answers with a limited number of compressors, because each takes memory and a thread. Beyond the limit
// answers are sent uncompressed.

import { pipeline, type Readable, Stream } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Most compressors at once. */
export const COMPRESSORS_MOST = 4;
/** Smaller answers are not compressed, bytes. */
const COMPRESS_FROM = 1_024;
const BROTLI_QUALITY = 4;
/** Bits of Brotli's window: 256 KiB, so that one compressor stays below 2 MiB. */
const BROTLI_WINDOW = 18;
const COMPRESSIBLE = /^(text\/|image\/svg|application\/(javascript|[a-z0-9.+-]*json|xml))/;

const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW },
};

export type Encoding = 'br' | 'gzip';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False: its answers contain a secret next to the caller's input, and are not compressed (BREACH). */
    readonly compress?: boolean;
  }
}

/** A supported encoding that the request accepts; undefined: none. */
export function encodingOf(request: FastifyRequest): Encoding | undefined {
  const header = request.headers['accept-encoding'];
  if (typeof header !== 'string') return undefined;
  const taken = header
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';', 1)[0]);
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : undefined;
}

export interface Compressors {
  /** The compressed bytes; undefined if all compressors are busy. */
  pack(bytes: Buffer, encoding: Encoding): Promise<Buffer> | undefined;
}

/**
 * Compresses the answers of an instance.
 * @param streamed receives the compressed size of an answer sent in parts, bytes.
 */
export function compressAnswers(
  app: FastifyInstance,
  streamed: (request: FastifyRequest, bytes: number) => void,
): Compressors {
  let atWork = 0;

  const pack = (bytes: Buffer, encoding: Encoding): Promise<Buffer> | undefined => {
    if (atWork >= COMPRESSORS_MOST) return undefined;
    atWork += 1;
    return new Promise<Buffer>((resolve, reject) => {
      const done = (error: Error | null, packed: Buffer): void => {
        atWork -= 1;
        if (error === null) resolve(packed);
        else reject(error);
      };
      if (encoding === 'br') brotliCompress(bytes, BROTLI, done);
      else gzip(bytes, done);
    });
  };

  app.addHook('onSend', (request, reply, payload, done) => {
    const encoding = wanted(request, reply) ? encodingOf(request) : undefined;
    if (encoding === undefined) return done(null, payload);
    if (isReadable(payload)) {
      if (atWork >= COMPRESSORS_MOST) return done(null, payload);
      atWork += 1;
      const packer = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip();
      streamed(request, Number(reply.getHeader('content-length') ?? 0));
      // A broken stream ends the answer: the server does that when the packer ends with an error.
      pipeline(payload, packer, () => (atWork -= 1));
      encoded(reply, encoding);
      return done(null, packer);
    }
    const bytes = typeof payload === 'string' || payload instanceof Uint8Array ? Buffer.from(payload as string) : null;
    if (bytes === null || bytes.length < COMPRESS_FROM) return done(null, payload);
    const packing = pack(bytes, encoding);
    if (packing === undefined) return done(null, payload);
    packing.then((packed) => {
      encoded(reply, encoding);
      done(null, packed);
    }, done);
    return undefined;
  });
  return { pack };
}

function wanted(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method === 'HEAD' || request.routeOptions.config.compress === false) return false;
  const type = reply.getHeader('content-type');
  if (typeof type !== 'string' || !COMPRESSIBLE.test(type)) return false;
  if (reply.getHeader('vary') === undefined) reply.header('vary', 'accept-encoding');
  return reply.getHeader('content-encoding') === undefined;
}

function encoded(reply: FastifyReply, encoding: Encoding): void {
  reply.header('content-encoding', encoding);
  reply.removeHeader('content-length');
}

function isReadable(payload: unknown): payload is Readable {
  return payload instanceof Stream && 'pipe' in payload;
}
