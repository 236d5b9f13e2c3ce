// The console's build: routes, catalogues, macro, then React, in this order (with React first the page dies with "Trans is not defined").
import { join } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { privateMaps, releaseName, unreadVariables } from '@vitrine/ui/build';
import { catalogues } from './macro.ts';

/** Where the desk's edge serves; the dev server passes its calls on. */
const server = process.env['VITRINE_DEV_DESK'] ?? 'http://127.0.0.1:8081';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: true }),
    catalogues(),
    react(),
    unreadVariables(),
    privateMaps(join(import.meta.dirname, 'maps')),
  ],
  define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(releaseName()) },
  resolve: { dedupe: ['react', 'react-dom', '@lingui/core', '@lingui/react', '@mantine/core'] },
  build: {
    outDir: 'dist',
    assetsDir: 'static',
    // Inlined files would be data: addresses, which the content policy refuses for fonts and scripts.
    assetsInlineLimit: 0,
    target: 'es2023',
    // Written, moved to maps/, and named by no file that is served.
    sourcemap: 'hidden',
    reportCompressedSize: false,
    rolldownOptions: {
      // Our modules only define; so a face (index.ts) brings along no more than what is asked of it.
      treeshake: { moduleSideEffects: [{ test: /\/(?:ui|contract|desk)\/src\/.*\.tsx?$/, sideEffects: false }] },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/desk': { target: server, changeOrigin: false } } },
});
