// Tests of the web room, with the page's own macro; components in happy-dom.
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const configPath = fileURLToPath(new URL('lingui.config.ts', import.meta.url));

export default defineConfig({
  plugins: [lingui({ configPath }), babel({ presets: [linguiTransformerBabelPreset({}, { configPath })] }), react()],
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['test/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
