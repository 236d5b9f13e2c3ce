// `npm start`: installs and builds what is missing, then runs the exchange until Ctrl-C.
import { ensureBuilt, ensurePackages, node, run } from './ensure.mjs';

ensurePackages();
const built = await ensureBuilt();
if (built !== 0) process.exit(built);
process.exit(await run(node(), ['--min-semi-space-size=16', 'server/src/main.ts']));
