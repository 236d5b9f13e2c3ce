// `npm run build` builds what production runs: both pages, the server bundle, and `dist/main.js`, which starts it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ensureBuilt, ensurePackages, ensureServer, root } from './ensure.mjs';

ensurePackages();
const built = await ensureBuilt();
if (built !== 0) process.exit(built);
const program = await ensureServer();
if (program === undefined) process.exit(1);
const start = join(root, 'dist', 'main.js');
mkdirSync(dirname(start), { recursive: true });
writeFileSync(start, `import '${relative(dirname(start), program).replaceAll('\\', '/')}';\n`);
console.log(`Built. Start it with: node ${relative(root, start)}`);
