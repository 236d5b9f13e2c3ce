// Tests of the ui room: pure ones and components in happy-dom, with the same macro as the page.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from '../web/macro.ts';


export default defineConfig({
  plugins: [catalogues(), react()],
  test: {
    name: 'ui',
    root: import.meta.dirname,
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['test/setup.ts'],
  },
});
