import { it } from 'vitest';

it('is killed', () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
});
