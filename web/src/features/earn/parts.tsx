// Parts of the pages of staking and finance: lists with their states, the page of one product, the links between pages.

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass, Empty, ErrorBlock, SkeletonRows } from '@vitrine/ui';
import type { Offers } from './data.ts';
import { ProductHead, ProductList, Reserve } from './products.tsx';
import { Reserves } from './reserves.tsx';
import { EarnTicket } from './ticket.tsx';
import style from './earn.module.css';

/** Links between the pages of staking. */
export function EarnLinks() {
  const { t } = useLingui();
  return (
    <nav
      className="v-row v-wrap"
      aria-label={t({ message: 'Staking pages', comment: 'Name of a menu, for screen readers' })}
    >
      <Link to="/pledge/index" className={buttonClass({ size: 'small' })}>
        <Trans comment="Link: the list of staking products">Products</Trans>
      </Link>
      <Link to="/pledge/order" className={buttonClass({ size: 'small' })} data-testid="my-stakes">
        <Trans comment="Title of one’s own staking purchases">My stakes</Trans>
      </Link>
    </nav>
  );
}

/** What the products could not be read for; figures on screen may be older. */
function Failed({ offers: { retry } }: { readonly offers: Offers }) {
  return <ErrorBlock title={<Trans>Couldn’t load what is on sale</Trans>} onRetry={retry} />;
}

/** The products of a list, and the reserves of all. */
export function Products({ offers, tab }: { readonly offers: Offers; readonly tab?: number }) {
  const shown = tab === undefined ? offers.offers : offers.offers?.filter((one) => one.tab === tab);
  return (
    <div className={style['panel']}>
      {offers.failed ? <Failed offers={offers} /> : null}
      {shown === undefined ? (
        offers.failed ? null : (
          <SkeletonRows rows={8} />
        )
      ) : shown.length === 0 ? (
        <Empty title={<Trans comment="No staking or finance product is sold">Nothing is on sale.</Trans>} />
      ) : (
        <ProductList offers={shown} />
      )}
      <Reserves reserves={offers.reserves} asOf={offers.asOf} />
    </div>
  );
}

/** One product and its ticket. */
export function Buy({
  offers,
  id,
  onBought,
}: {
  readonly offers: Offers;
  readonly id: number | undefined;
  readonly onBought: () => void;
}) {
  const offer = id === undefined ? offers.offers?.[0] : offers.offers?.find((one) => one.id === String(id));
  if (offers.offers === undefined) return offers.failed ? <Failed offers={offers} /> : <SkeletonRows rows={8} />;
  if (offer === undefined)
    return (
      <Empty title={<Trans comment="The address names a product that does not exist">This product is not known</Trans>}>
        <Trans comment="Below: this product is not known">It may have been removed. Choose another one.</Trans>
      </Empty>
    );
  return (
    <div className={style['panel']}>
      {offers.failed ? <Failed offers={offers} /> : null}
      <div className={style['products']}>
        <div className={style['product']} data-testid="product" data-state={offer.state}>
          <ProductHead offer={offer} />
          <Reserve offer={offer} />
        </div>
      </div>
      <EarnTicket key={offer.id} offer={offer} onBought={onBought} />
    </div>
  );
}
