// Tests of desk, with the console's own macro; components in happy-dom.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { pageTests } from '@vitrine/ui/page-tests';
import { catalogues } from './macro.ts';

/** They look at what the page keeps for all its forms, which other files of a process leave behind: `vitest.alone.config.ts`. */
export const ALONE = ['test/faults.test.tsx', 'test/writes.test.tsx'];

export default defineConfig({
  plugins: [catalogues(), react()],
  test: {
    name: 'desk',
    root: import.meta.dirname,
    ...pageTests,
    exclude: ['**/*.build.test.ts', ...ALONE],
  },
});
