// The page's start: runtime configuration and language, then the first render.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import '@vitrine/ui/style.css';
import { applyTheme, newerBuildIsServed, reloadWhen } from '@vitrine/ui';
import { activateLocale } from '../i18n/index.ts';
import { onPreferences, preferences } from '../preference/index.ts';
import { loadConfig } from '../runtime/index.ts';
import { makeLive } from './live.ts';
import { Providers } from './providers.tsx';
import { queryClient } from './queries.ts';
import { report, sendFaults } from './report.ts';
import { router } from './router.ts';
import { startSession } from './session-life.ts';

async function start(): Promise<void> {
  const { theme, directions, language } = preferences();
  applyTheme(theme, directions);
  sendFaults();
  globalThis.addEventListener('vite:preloadError', () => void reloadWhen(newerBuildIsServed).catch(report));
  await Promise.all([loadConfig(), activateLocale(language)]);
  let shown = language;
  onPreferences(() => {
    const now = preferences();
    applyTheme(now.theme, now.directions);
    if (now.language !== shown) {
      shown = now.language;
      activateLocale(now.language).catch(report);
    }
  });
  startSession(queryClient, (path) => {
    router.navigate({ href: path }).catch(report);
  });
  const live = makeLive(queryClient, report);
  const root = document.querySelector('#root');
  if (!root) throw new Error('expected #root in index.html');
  createRoot(root, { onUncaughtError: report, onCaughtError: report }).render(
    <StrictMode>
      <Providers queries={queryClient} live={live}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

await start();
