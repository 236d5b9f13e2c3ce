// A process that takes a lock and says so, or why not; ends with its input.

import { stdin, stdout } from 'node:process';
import { takeLock } from '../../../src/shared/file-lock/index.ts';

try {
  await takeLock(process.argv[2] ?? '', () => new Error('held'), 0);
  stdout.write('taken\n');
} catch (error) {
  stdout.write(`${String(error)}\n`);
}
stdin.once('end', () => process.exit(0));
stdin.resume();
