// Recordings whose prices move at known moments: `node server/bin/planted.ts FOLDER`; prints one turn (ms) as JSON.

import { TURN, writePlanted } from '../src/markets/index.ts';

const [, , folder] = process.argv;
if (folder === undefined) {
  console.error('usage: node server/bin/planted.ts FOLDER');
  process.exitCode = 1;
} else {
  writePlanted(folder);
  console.log(JSON.stringify(TURN));
}
