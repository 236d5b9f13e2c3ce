import { it } from 'vitest';

it('throws late', () => {
  setTimeout(() => {
    throw new Error('thrown after the end');
  }, 5);
});
it('waits', () => new Promise((done) => setTimeout(done, 50)));
