// Issue 13: the simulator's sweeper uses up the budget of the market maker's quotes and of a customer's order (money §2).
import { expect, it } from 'vitest';
import { Run } from '../../sim/run.ts';
import { sweepBooks } from '../../sim/scenes/sweeper.ts';

it('ends quotes and huge orders by their budget, and the auditor finds nothing', () => {
  const run = new Run({ seed: 5, commands: 0, data: '' });
  run.begin();
  sweepBooks(run);
  run.walk();
  const { cuts, ended } = run.books.sweeps;
  expect(cuts, 'quotes').toBeGreaterThan(0);
  expect(ended, 'orders').toBeGreaterThan(0);
});
