// /docs: the agreement as OpenAPI 3.1, and a reader for it.

import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { openApi } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';

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
export async function serveDocs(app: FastifyInstance, version: string): Promise<void> {
  // Written when it is first asked for: a start does without it. The reader keeps this object.
  const document: Partial<ReturnType<typeof openApi>> = {};
  let text = '';
  const write = (): void => {
    if (text === '') text = JSON.stringify(Object.assign(document, openApi(version)));
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
      onRequest: (_, __, done) => {
        write();
        done();
      },
    },
    // Without the bar that reads other documents: ours is the only one here.
    uiConfig: { docExpansion: 'none', tryItOutEnabled: false, supportedSubmitMethods: [], layout: 'BaseLayout' },
  });
  app.get('/docs/openapi.json', (_, reply) => {
    write();
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text);
  });
}
