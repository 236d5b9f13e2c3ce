// `npm start`: installs and builds what is missing, then runs the exchange until Ctrl-C.
import { ensureBuilt, ensurePackages, ensureServer, node, run, YOUNG_GENERATION } from './ensure.mjs';

ensurePackages();
const built = await ensureBuilt();
if (built !== 0) process.exit(built);
const program = await ensureServer();
if (program === undefined) process.exit(1);
process.exit(await run(node(), [...YOUNG_GENERATION, program]));
