// The macro of the catalogues as one plugin, for the build and the tests, whatever folder they start in.
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { fileURLToPath } from 'node:url';
import type { PluginOption } from 'vite';

const configPath = fileURLToPath(new URL('lingui.config.ts', import.meta.url));

/** Catalogues and macro; they stand before React in the order of plugins. */
export function catalogues(): PluginOption[] {
  const linguiConfig = getConfig({ configPath });
  return [lingui({ configPath }), babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { configPath })] })];
}
