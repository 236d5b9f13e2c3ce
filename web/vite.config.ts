// The page's build: routes, catalogues, macro, then React, in this order (with React first the page dies with "Trans is not defined").
import { join } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { privateMaps, releaseName, unreadVariables } from '@vitrine/ui/build';
import { catalogues } from './macro.ts';
import { precompress } from './precompress.ts';
import { clientCalls } from './client-calls.ts';

/** Where `npm start` serves; the dev server passes calls, sockets and files on to it. */
const server = process.env['VITRINE_DEV_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: true }),
    clientCalls(),
    catalogues(),
    react(),
    unreadVariables(),
    privateMaps(join(import.meta.dirname, 'maps')),
    precompress(),
  ],
  define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(releaseName()) },
  resolve: { dedupe: ['react', 'react-dom', '@lingui/core', '@lingui/react', '@mantine/core'] },
  build: {
    outDir: 'dist',
    // /assets is a page of the spec, so bundles live under /static.
    assetsDir: 'static',
    // Inlined files would be data: addresses, which the content policy refuses for fonts and scripts.
    assetsInlineLimit: 0,
    target: 'es2023',
    // Written, moved to maps/, and named by no file that is served.
    sourcemap: 'hidden',
    reportCompressedSize: false,
    rolldownOptions: {
      // Our modules only define; so a face (index.ts) brings along no more than what is asked of it.
      treeshake: { moduleSideEffects: [{ test: /\/(?:ui|contract|core|web)\/src\/.*\.tsx?$/, sideEffects: false }] },
      // What the first paint needs comes in two files, one of them the same over most releases: small files compress badly.
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 2 },
            { name: 'start', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/platform': { target: server },
      '/docs': { target: server },
      '/ws': { target: server, ws: true },
      '/mqtt': { target: server, ws: true },
    },
  },
});
