// The frame of every page: ribbon, top bar, the page itself, footer, bottom bar, notices.
import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import { Toaster, buttonClass, classes, latePart } from '@vitrine/ui';
import { useSession } from '../api/index.ts';
import { StepUpHost } from '../two-factor/index.ts';
import { SettingsDrawer } from '../features/settings/index.ts';
import { runtimeConfig } from '../runtime/index.ts';
import { TermsHost } from '../legal/index.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { layoutOf } from './layout.ts';
import { PracticeBar } from './practice/practice-bar.tsx';
import { Progress } from './progress.tsx';
import { TopBar } from './top-bar.tsx';
import style from './shell.module.css';

// The page works without them.
const LateHosts = latePart(async () => (await import('./late.tsx')).LateHosts);
// A signed-in user may send a write immediately and lose its answer, so this does not wait for the page to settle.
const WriteHost = latePart(async () => (await import('../features/writes/index.ts')).WriteHost);
/** Delay of their loading after the first paint, ms. */
const LATE_MS = 3_000;

function Late() {
  const [now, setNow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNow(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return now ? <LateHosts of={{}} /> : null;
}

/**
 * A page that unmounts loses the focus, as a submitted form does. This moves the focus to the next page instead of the
 * document.
 */
function useFocusOnPage(): void {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const first = useRef(shown);
  useEffect(() => {
    if (first.current !== undefined && first.current !== shown && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
    first.current = shown;
  }, [shown]);
}

export function Shell() {
  useFocusOnPage();
  const { pathname } = useLocation();
  const signedIn = useSession().state === 'user';
  const layout = layoutOf(pathname);
  return (
    <div className={classes(style['page'], layout.bottomBar && style['withBottom'])}>
      <Progress />
      <a href="#main" className={classes(buttonClass({ tone: 'main' }), style['skip'])}>
        <Trans>Skip to the content</Trans>
      </a>
      {runtimeConfig().mode === 'practice' ? <PracticeBar /> : null}
      {layout.topBar ? <TopBar /> : null}
      <div className={style['main']} id="main" tabIndex={-1}>
        <Outlet />
      </div>
      {layout.footer ? <Footer /> : null}
      {layout.bottomBar ? <BottomBar /> : null}
      <SettingsDrawer />
      <Late />
      {signedIn ? <WriteHost of={{}} /> : null}
      <TermsHost />
      <StepUpHost />
      <Toaster />
    </div>
  );
}
