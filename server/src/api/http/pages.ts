// Serves the built page: bundles under /static cached for ever, files next to the index, and the index for every page
// route.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../call/index.ts';
import { refusal } from './answer/answer.ts';

/** Paths that are never a page: an unknown one below them is 404. */
const NOT_PAGES = /^\/(api|desk\/api|static|ws|mqtt|platform|docs|healthz|readyz|metrics)(\/|$)/;
/** A last segment with an extension is a file; any segment that begins with a dot is a hidden file. */
const FILE = /\.[0-9A-Za-z]{1,8}$|\/\./;
const INDEX = 'index.html';

/** Serves the files of `folder` (web/dist). Without a built page its routes answer 404 with a hint. */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, INDEX));
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const forever = path.startsWith(join(folder, 'static'));
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  app.setNotFoundHandler((request, reply) => {
    notFound(request, reply, built);
  });
}

function notFound(request: FastifyRequest, reply: FastifyReply, built: boolean): void {
  const path = request.url.split('?', 1)[0] ?? '/';
  if (path.startsWith('/api') || path.startsWith('/desk/api')) {
    refusal(reply, request, refuse('request.notFound'));
    return;
  }
  const page = (request.method === 'GET' || request.method === 'HEAD') && !NOT_PAGES.test(path) && !FILE.test(path);
  if (page && built) {
    void reply.code(200).header('cache-control', 'no-cache').sendFile(INDEX);
    return;
  }
  const why = page ? 'The page is not built yet: npm start builds it.\n' : 'Not found\n';
  void reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(why);
}
