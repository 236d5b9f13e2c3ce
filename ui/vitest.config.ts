// Tests of the ui room: pure ones and components in happy-dom, with the same macro as the page.
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const configPath = fileURLToPath(new URL('../web/lingui.config.ts', import.meta.url));

export default defineConfig({
  plugins: [lingui({ configPath }), babel({ presets: [linguiTransformerBabelPreset({}, { configPath })] }), react()],
  test: {
    name: 'ui',
    root: import.meta.dirname,
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['test/setup.ts'],
  },
});
