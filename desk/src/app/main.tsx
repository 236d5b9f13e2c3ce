// The console's start: theme and catalogue first, then who is signed in, then the first paint.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import '@vitrine/ui/style.css';
import { applyTheme } from '@vitrine/ui';
import { onPreferences, preferences } from '../preference/index.ts';
import { activateCatalogue } from './catalogue.ts';
import { Providers } from './providers.tsx';
import { sendFaults } from './report.ts';
import { router } from './router.ts';
import { startSession } from './session-life.tsx';

/** Money has no direction at the desk: the default set stands. */
function paint(): void {
  applyTheme(preferences().theme, 'green-up');
}

async function start(): Promise<void> {
  sendFaults();
  paint();
  onPreferences(paint);
  await activateCatalogue();
  startSession(() => {
    // The guards of the routes decide: pages that need somebody lead to the sign-in, the others stay.
    router.invalidate().catch(globalThis.reportError);
  });
  const root = document.querySelector('#root');
  if (!root) throw new Error('expected the element #root of index.html to draw the page in, found none');
  createRoot(root, { onUncaughtError: globalThis.reportError, onCaughtError: globalThis.reportError }).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

await start();
