// Tests of ui: pure ones and components in happy-dom, with the same macro and catalogues as the page.
import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { pageTests } from './build/page-tests.ts';

const configPath = fileURLToPath(new URL('../web/lingui.config.ts', import.meta.url));
const linguiConfig = getConfig({ configPath });

export default defineConfig({
  plugins: [babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { configPath })] }), react()],
  test: {
    name: 'ui',
    root: import.meta.dirname,
    ...pageTests,
  },
});
