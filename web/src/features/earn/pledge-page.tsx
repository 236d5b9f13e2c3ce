// Staking: products, the page on which one is bought, and own stakes.

import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '../../api/index.ts';
import { useTitle } from '../../page/index.ts';
import { useOffers } from './data.ts';
import { Buy, EarnLinks, Products } from './parts.tsx';
import { Orders } from './orders.tsx';
import style from './earn.module.css';

/** The products, and the reserve behind them. */
export function PledgePage() {
  const { t } = useLingui();
  useTitle(t({ message: 'Staking', comment: 'Menu entry' }));
  const offers = useOffers('pledge');
  return (
    <main className={`v-max ${style['page']}`}>
      <h1>
        <Trans comment="Menu entry">Staking</Trans>
      </h1>
      <p className={style['lead']}>
        <Trans comment="What staking is, above its products">
          A fixed yield, paid every day, and your principal back at the end. Before a product is sold, all of its yield
          is reserved. The price of the coin is not protected.
        </Trans>
      </p>
      <EarnLinks />
      <Products offers={offers} />
    </main>
  );
}

/** The page on which a product is bought. */
export function PledgeAddPage({ id, onBought }: { readonly id: number | undefined; readonly onBought: () => void }) {
  const { t } = useLingui();
  useTitle(t({ message: 'Staking', comment: 'Menu entry' }));
  const offers = useOffers('pledge');
  return (
    <main className={`v-max ${style['page']}`}>
      <h1>
        <Trans comment="Title: buying a staking product">New stake</Trans>
      </h1>
      <EarnLinks />
      <Buy offers={offers} id={id} onBought={onBought} />
    </main>
  );
}

/** One's own stakes. */
export function PledgeOrderPage() {
  const { t } = useLingui();
  useTitle(t({ message: 'My stakes', comment: 'Title of one’s own staking purchases' }));
  const signedIn = useSession().state === 'user';
  return (
    <main className={`v-max ${style['page']}`}>
      <h1>
        <Trans comment="Title of one’s own staking purchases">My stakes</Trans>
      </h1>
      <EarnLinks />
      <Orders kind="pledge" signedIn={signedIn} />
    </main>
  );
}
