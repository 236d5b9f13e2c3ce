// How the tests of ui, web and desk run: in happy-dom, files of a process sharing its modules.
import { join } from 'node:path';

export const pageTests = {
  include: ['test/**/*.test.{ts,tsx}'],
  environment: 'happy-dom',
  isolate: false,
  allowOnly: false,
  maxWorkers: 2,
  // A test never fails because others keep the processors busy.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
  setupFiles: [join(import.meta.dirname, 'page-setup.ts')],
};
