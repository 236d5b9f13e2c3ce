// Finance: fixed terms at a yearly rate in four tabs, and the page on which one is bought.

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass, Tabs, tabId } from '@vitrine/ui';
import { useId } from 'react';
import { useSession } from '../../api/index.ts';
import { useTitle } from '../../page/index.ts';
import { useOffers } from './data.ts';
import { Buy, Products } from './parts.tsx';
import { Orders } from './orders.tsx';
import type { FinanceTab } from './search.ts';
import style from './earn.module.css';

/** The numbers of the tabs that list products. */
const TAB = { value: 1, member: 2, ordinary: 3 } as const;

export function FinancePage({ tab, onTab }: { readonly tab: FinanceTab; readonly onTab: (tab: FinanceTab) => void }) {
  const { t } = useLingui();
  useTitle(t({ message: 'Finance', comment: 'Menu entry: fixed-term products' }));
  const panel = useId();
  const signedIn = useSession().state === 'user';
  const offers = useOffers('finance');
  return (
    <main className={`v-max ${style['page']}`}>
      <h1>
        <Trans comment="Menu entry: fixed-term products">Finance</Trans>
      </h1>
      <p className={style['lead']}>
        <Trans comment="What finance is, above its products">
          A fixed rate for a fixed term. The yield is reserved in full before you buy, so you can check that it exists.
          A year has 365 days. The price of the coin is not protected.
        </Trans>
      </p>
      <div className={style['tabs']}>
        <Tabs
          label={t({ message: 'Finance', comment: 'Menu entry: fixed-term products' })}
          panel={panel}
          value={tab}
          choices={[
            { key: 'value', label: <Trans comment="Tab of finance products">Value-added yield</Trans> },
            { key: 'member', label: <Trans comment="Tab of finance products: for VIP customers">Member area</Trans> },
            { key: 'ordinary', label: <Trans comment="Tab of finance products">Ordinary products</Trans> },
            { key: 'mine', label: <Trans comment="Title of one’s own finance purchases">My investments</Trans> },
          ]}
          onChange={onTab}
        />
      </div>
      <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, tab)} className={style['panel']}>
        {tab === 'mine' ? <Orders kind="finance" signedIn={signedIn} /> : <Products offers={offers} tab={TAB[tab]} />}
      </div>
    </main>
  );
}

/** The page on which a product is bought. */
export function FinanceDetailPage({
  id,
  onBought,
}: {
  readonly id: number | undefined;
  readonly onBought: () => void;
}) {
  const { t } = useLingui();
  useTitle(t({ message: 'Finance', comment: 'Menu entry: fixed-term products' }));
  const offers = useOffers('finance');
  return (
    <main className={`v-max ${style['page']}`}>
      <h1>
        <Trans comment="Title: buying a finance product">Buy a finance product</Trans>
      </h1>
      <nav
        className="v-row v-wrap"
        aria-label={t({ message: 'Finance pages', comment: 'Name of a menu, for screen readers' })}
      >
        <Link to="/finance/investment" className={buttonClass({ size: 'small' })}>
          <Trans comment="Link: the list of staking products">Products</Trans>
        </Link>
        <Link to="/finance/investment" search={{ tab: 'mine' }} className={buttonClass({ size: 'small' })}>
          <Trans comment="Title of one’s own finance purchases">My investments</Trans>
        </Link>
      </nav>
      <Buy offers={offers} id={id} onBought={onBought} />
    </main>
  );
}
