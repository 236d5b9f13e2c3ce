// Runs one of the project's programs under Node 24: run.mjs FILE [ARG …]
import { ensurePackages, node, run } from './ensure.mjs';

ensurePackages();
process.exit(await run(node(), process.argv.slice(2)));
