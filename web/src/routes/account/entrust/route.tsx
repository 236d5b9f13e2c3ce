// The user's orders of every product; the links between the pages stay visible.
import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute, Link, Outlet, useLocation } from '@tanstack/react-router';
import { useCurrentInView } from '@vitrine/ui';
import { useRef } from 'react';
import style from './-entrust.module.css';

export const Route = createFileRoute('/account/entrust')({ component: EntrustFrame });

function EntrustFrame() {
  const { t } = useLingui();
  const nav = useRef<HTMLElement>(null);
  useCurrentInView(nav, useLocation().pathname);
  return (
    <>
      <nav ref={nav} className={`v-max ${style['nav']}`} aria-label={t`Orders by product`}>
        <Link to="/account/entrust/spot" className={style['link']}>
          <Trans>Spot</Trans>
        </Link>
        <Link to="/account/entrust/margin-all" className={style['link']}>
          <Trans>Cross margin</Trans>
        </Link>
        <Link to="/account/entrust/margin-fixed" className={style['link']}>
          <Trans>Isolated margin</Trans>
        </Link>
        <Link to="/account/entrust/future/u" className={style['link']}>
          <Trans>USDT perpetuals</Trans>
        </Link>
        <Link to="/account/entrust/future/coin" className={style['link']}>
          <Trans>Coin-margined perpetuals</Trans>
        </Link>
      </nav>
      <Outlet />
    </>
  );
}
