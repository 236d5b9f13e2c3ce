// The console's start: theme and catalogue, then the session, then the first render.
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

/** The desk has no price colours to choose: it uses the default set. */
function paint(): void {
  applyTheme(preferences().theme, 'green-up');
}

async function start(): Promise<void> {
  sendFaults();
  paint();
  onPreferences(paint);
  await activateCatalogue();
  startSession(() => {
    // The route guards decide: guarded pages redirect to the sign-in, the others stay.
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
