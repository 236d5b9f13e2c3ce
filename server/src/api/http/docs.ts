// /docs: the agreement as OpenAPI 3.1, and a reader for it.

import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { openApi, type Prefixes } from '@vitrine/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../call/index.ts';
import { type Compressors, type Encoding, encodingOf } from './answer/compress.ts';

/** The reader's own content policy: as strict as the page's, with the pictures it carries inside its styles. */
const POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
};

/** Serves the document at /docs/openapi.json and the reader at /docs. */
export async function serveDocs(
  app: FastifyInstance,
  version: string,
  prefixes: Prefixes,
  compressors: Compressors,
): Promise<void> {
  // Written when it is first asked for: a start does without it. The reader keeps this object.
  const document: Partial<ReturnType<typeof openApi>> = {};
  let bytes = Buffer.alloc(0);
  const packed = new Map<Encoding, Promise<Buffer>>();
  const write = (): void => {
    if (bytes.length === 0) bytes = Buffer.from(JSON.stringify(Object.assign(document, openApi(version, prefixes))));
  };
  /** The document, compressed once for all. */
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    write();
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type('application/json; charset=utf-8');
    const encoding = encodingOf(request);
    if (encoding === undefined) return reply.send(bytes);
    const packing = packed.get(encoding) ?? compressors.pack(bytes, encoding);
    if (packing === undefined) return reply.send(bytes);
    packed.set(encoding, packing);
    return reply.header('content-encoding', encoding).send(await packing);
  };
  await app.register(swagger, {
    mode: 'static',
    // The plugin's type knows 3.0 and 3.1 apart; ours is 3.1 by its own first line.
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: POLICY,
    theme: { title: 'Vitrine: calls' },
    uiHooks: {
      onRequest: (request, reply, done) => {
        write();
        const path = request.url.split('?', 1)[0] ?? '';
        // The reader's own ways to the document write it anew for each request.
        if (path === '/docs/json') send(request, reply).catch(done);
        else if (path === '/docs/yaml') done(refuse(404));
        else done();
      },
    },
    // Without the bar that reads other documents: ours is the only one here.
    uiConfig: { docExpansion: 'none', tryItOutEnabled: false, supportedSubmitMethods: [], layout: 'BaseLayout' },
  });
  app.get('/docs/openapi.json', send);
}
