import { defineConfig } from 'vitest/config';

// One project a room. Browser journeys are Playwright's, in e2e/.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'core', root: 'core', include: ['test/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { name: 'contract', root: 'contract', include: ['test/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['test/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          pool: 'forks',
        },
      },
      '{web,desk,ui}/vitest.config.ts',
      { test: { name: 'tools', root: 'tools', testTimeout: 30_000, include: ['test/**/*.test.ts'] } },
    ],
  },
});
