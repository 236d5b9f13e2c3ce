// `npm start`: installs and builds what is missing, then runs the exchange until Ctrl-C.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import {
  ensureBuilt,
  ensurePackages,
  ensureServer,
  environment,
  exitCode,
  node,
  root,
  tryHold,
  YOUNG_GENERATION,
} from './ensure.mjs';

ensurePackages();
const built = await ensureBuilt();
if (built !== 0) process.exit(built);
const program = await ensureServer();
if (program === undefined) process.exit(1);
const exchange = spawn(node(), [...YOUNG_GENERATION, program], { cwd: root, stdio: 'inherit', env: environment() });
// The exchange reads its files while it runs, even if this process is killed.
if (exchange.pid !== undefined) tryHold(dirname(program), exchange.pid);
process.exit(await exitCode(exchange));
