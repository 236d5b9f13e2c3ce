// Tests of web, with the page's own macro; components in happy-dom.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { pageTests } from '@vitrine/ui/page-tests';
import { catalogues } from './macro.ts';

/** They look at what the page keeps for all its forms, which other files of a process leave behind: `vitest.alone.config.ts`. */
export const ALONE = [
  'test/alerts/cancel-after-menu.test.tsx',
  'test/error-page.test.tsx',
  'test/market/favourites.test.tsx',
  'test/session-life.test.ts',
  'test/terminal/renders.test.tsx',
  'test/writes.test.tsx',
];

export default defineConfig({
  plugins: [catalogues(), react()],
  test: {
    name: 'web',
    root: import.meta.dirname,
    ...pageTests,
    exclude: ['**/*.build.test.ts', ...ALONE],
  },
});
