// The page's start: runtime configuration and language first, then the first paint.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import '@vitrine/ui/style.css';
import { applyTheme } from '@vitrine/ui';
import { Providers } from './app/providers.tsx';
import { queryClient } from './app/queries.ts';
import { router } from './app/router.ts';
import { activateLocale } from './i18n/index.ts';
import { onPreferences, preferences } from './preference/index.ts';

async function start(): Promise<void> {
  const { theme, directions, language } = preferences();
  applyTheme(theme, directions);
  await activateLocale(language);
  onPreferences(() => applyTheme(preferences().theme, preferences().directions));
  const root = document.querySelector('#root');
  if (!root) throw new Error('index.html has no element #root to draw the page in.');
  createRoot(root).render(
    <StrictMode>
      <Providers queries={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

await start();
