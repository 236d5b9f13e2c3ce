// Shown for an unknown market in the address. Never shows another market's ticket.
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass, Empty } from '@vitrine/ui';
import { useTitle } from '../../page/index.ts';

export interface NoMarketProps {
  /** As in the address; absent: the address names an unknown kind of market. */
  readonly symbol?: string;
  /** The USDT perpetual of the same name, if there is one: `XAU_USD`. */
  readonly contract?: string | undefined;
}

export function NoMarket({ symbol, contract }: NoMarketProps) {
  const { t } = useLingui();
  const name = symbol?.replace('_', '/').toUpperCase();
  const pair = contract?.replace('_', '/');
  useTitle(t`No such market`);
  return (
    <main className="v-max" data-testid="no-market">
      <Empty
        title={
          name === undefined ? (
            <Trans>No such market</Trans>
          ) : (
            <Trans comment="name: a market of the address, e.g. XAU/USDT">There is no market {name} here</Trans>
          )
        }
      >
        <div className="v-row v-wrap">
          {contract === undefined ? null : (
            <Link
              to="/exchange/index"
              search={{ type: 'u', symbol: contract }}
              className={buttonClass({ tone: 'main' })}
            >
              <Trans comment="Link to the perpetual contract of a market that has no spot trading">
                Trade {pair} as a contract
              </Trans>
            </Link>
          )}
          <Link to="/quotes/index" className={buttonClass()}>
            <Trans>See all markets</Trans>
          </Link>
        </div>
      </Empty>
    </main>
  );
}
