// Around every page, signed in or not: the way past the menu, the notices.
import { Outlet } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import { Toaster, buttonClass, classes } from '@vitrine/ui';
import { WriteHost } from './write-host.tsx';
import style from './frame.module.css';

export function Root() {
  return (
    <div className={style['page']}>
      <a href="#main" className={classes(buttonClass({ tone: 'main' }), style['skip'])}>
        <Trans>Skip to the content</Trans>
      </a>
      <Outlet />
      <WriteHost />
      <Toaster />
    </div>
  );
}
