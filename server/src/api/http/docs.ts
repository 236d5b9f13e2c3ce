// /docs: the API contract as OpenAPI 3.1, and a viewer for it.

import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { openApi, type Prefixes } from '@vitrine/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../call/index.ts';
import { type Compressors, type Encoding, encodingOf } from './answer/compress.ts';

/** Content policy of the viewer: as strict as the page's, plus the pictures in its style sheets. */
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

/** Serves the document at /docs/openapi.json and the viewer at /docs. */
export async function serveDocs(
  app: FastifyInstance,
  version: string,
  prefixes: Prefixes,
  compressors: Compressors,
): Promise<void> {
  // Built on first request: a start does not need it. The viewer keeps this object.
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
    // The plugin's type distinguishes 3.0 and 3.1; ours declares 3.1 itself.
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
        // The viewer's own routes would serialise the document for each request.
        if (path === '/docs/json') send(request, reply).catch(done);
        else if (path === '/docs/yaml') done(refuse('request.notFound'));
        else done();
      },
    },
    // Without the bar that loads other documents: ours is the only one here.
    uiConfig: { docExpansion: 'none', tryItOutEnabled: false, supportedSubmitMethods: [], layout: 'BaseLayout' },
  });
  app.get('/docs/openapi.json', send);
}
