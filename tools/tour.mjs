// `npm run tour -- FOLDER`: takes pictures of every page of this checkout. `npm run tour -- --readme`: the README's
// pictures.
import { ensureBuilt, ensurePackages, node, run } from './ensure.mjs';

ensurePackages();
const built = await ensureBuilt();
if (built !== 0) process.exit(built);
const [first] = process.argv.slice(2);
const program = first === '--readme' ? ['e2e/tour/readme.ts'] : ['e2e/tour/main.ts', ...process.argv.slice(2)];
process.exit(await run(node(), program));
