// `npm run tour`: pictures of every page as it stands in the tree now.
import { ensureBuilt, ensurePackages, node, run } from './ensure.mjs';

ensurePackages();
const built = await ensureBuilt();
if (built !== 0) process.exit(built);
process.exit(await run(node(), ['e2e/tour/main.ts', ...process.argv.slice(2)]));
