// Writes a .br beside every text file of the build, so that the edge never compresses while serving.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
/** How distances are coded; which is shortest differs by file. */
const distances: readonly Readonly<Record<number, number>>[] = [
  {},
  { [constants.BROTLI_PARAM_NDIRECT]: 8 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 1, [constants.BROTLI_PARAM_NDIRECT]: 8 },
];
const textual = /\.(?:js|css|html|svg|json|txt|map|webmanifest)$/;
/** Below this a compressed copy saves less than its own header costs. */
const leastBytes = 512;

export function precompress(): Plugin {
  let folder = 'dist';
  return {
    name: 'vitrine-precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !textual.test(entry.name)) continue;
          const path = join(entry.parentPath, entry.name);
          const plain = await readFile(path);
          if (plain.length < leastBytes) continue;
          const tries = await Promise.all(
            distances.map((distance) =>
              compress(plain, {
                params: {
                  [constants.BROTLI_PARAM_QUALITY]: 11,
                  [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
                  ...distance,
                },
              }),
            ),
          );
          await writeFile(
            `${path}.br`,
            tries.reduce((least, one) => (one.length < least.length ? one : least)),
          );
        }
      },
    },
  };
}
