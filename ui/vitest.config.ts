// Tests of the ui room: pure ones and components in happy-dom, with the same macro and catalogues as the page.
import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const configPath = fileURLToPath(new URL('../web/lingui.config.ts', import.meta.url));
const linguiConfig = getConfig({ configPath });

export default defineConfig({
  plugins: [babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { configPath })] }), react()],
  test: {
    name: 'ui',
    root: import.meta.dirname,
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    isolate: false,
    allowOnly: false,
    maxWorkers: 2,
    // A test never fails because others keep the processors busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    setupFiles: ['test/setup.ts'],
  },
});
