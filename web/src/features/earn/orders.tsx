// Own stakes or investments: what runs, what was paid, and redeeming before the end.

import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EarnOwn, FinanceOrder, PledgeOrder } from '@vitrine/contract';
import {
  Button,
  type Column,
  Empty,
  ErrorBlock,
  NumCount,
  NumMoney,
  NumRate,
  Pane,
  Table,
  Time,
  useSearched,
} from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { queryOf } from '../../api/index.ts';
import { LoginLink } from '../../ticket/index.ts';
import type { EarnKind } from './offer.ts';
import { RedeemDialog } from './redeem.tsx';
import { SaveOrders } from './save.tsx';
import { PurchaseTag, useProductName } from './words.tsx';
import style from './earn.module.css';

const PAGE = 15;

/** Fields of both kinds of purchase. */
export type Purchase = Omit<PledgeOrder, 'dailyRate'> & {
  /** A day's rate of staking, a year's of finance. */
  readonly rate: string;
  readonly flexible: boolean;
};

function pledgePurchase({ dailyRate: rate, ...order }: PledgeOrder): Purchase {
  return { ...order, rate, flexible: false };
}

function financePurchase({ averageIncome: rate, ...order }: FinanceOrder): Purchase {
  return { ...order, rate };
}

/** A page of own purchases of a kind. */
function useOrders(kind: EarnKind, signedIn: boolean) {
  const pages = useSearched();
  const input = { current: pages.current, size: PAGE, ...pages.older };
  const shared = { placeholderData: keepPreviousData };
  const pledge = useQuery({
    ...queryOf('pledge.orderList', input, 'lazy'),
    ...shared,
    enabled: signedIn && kind === 'pledge',
  });
  const finance = useQuery({
    ...queryOf('finance.orderList', input, 'lazy'),
    ...shared,
    enabled: signedIn && kind === 'finance',
  });
  const list = kind === 'pledge' ? pledge : finance;
  return {
    rows: kind === 'pledge' ? pledge.data?.records.map(pledgePurchase) : finance.data?.records.map(financePurchase),
    own: list.data?.own,
    failed: list.isError && list.data === undefined,
    retry: () => void list.refetch(),
    paging: pages.paging(list.data, PAGE),
  };
}

export function Orders({ kind, signedIn }: { readonly kind: EarnKind; readonly signedIn: boolean }) {
  const { t } = useLingui();
  const nameOf = useProductName();
  const { rows, own, failed, retry, paging } = useOrders(kind, signedIn);
  const [redeeming, setRedeeming] = useState<Purchase>();
  const title =
    kind === 'pledge'
      ? t({ message: 'My stakes', comment: 'Title of one’s own staking purchases' })
      : t({ message: 'My investments', comment: 'Title of one’s own finance purchases' });
  const columns: readonly Column<Purchase>[] = [
    {
      key: 'product',
      head: <Trans comment="Column: name of a staking or finance product">Product</Trans>,
      phone: 'keep',
      cell: nameOf,
    },
    {
      key: 'status',
      head: <Trans>Status</Trans>,
      phone: 'under',
      cell: ({ status }) => <PurchaseTag kind={kind} status={status} />,
    },
    {
      key: 'amount',
      head: <Trans context="money">Amount</Trans>,
      right: true,
      phone: 'keep',
      cell: ({ amount, coin }) => <NumMoney value={amount} asset={coin} className="v-strong" />,
    },
    {
      key: 'rate',
      head:
        kind === 'pledge' ? (
          <Trans comment="Column: rate of yield">Daily rate</Trans>
        ) : (
          <Trans comment="Column: rate of yield">Yearly rate</Trans>
        ),
      right: true,
      cell: ({ rate }) => <NumRate value={rate} decimals={3} />,
    },
    {
      key: 'start',
      head: <Trans comment="Column: when a purchase began">Start</Trans>,
      cell: ({ startDate }) => <Time at={startDate} as="full" />,
    },
    {
      key: 'end',
      head: <Trans comment="Column: when a purchase ends or ended">End</Trans>,
      cell: ({ ended, endDate, flexible }) =>
        ended === null && flexible ? (
          <Trans comment="A purchase without a fixed end">renews every day</Trans>
        ) : (
          <Time at={ended?.time ?? endDate} as="full" />
        ),
    },
    {
      key: 'paid',
      head: <Trans comment="Column: yield ever paid">Paid so far</Trans>,
      right: true,
      phone: 'keep',
      cell: ({ paid, coin }) => <NumMoney value={paid} asset={coin} />,
    },
    {
      key: 'reserved',
      head: <Trans comment="Column: yield promised and not yet paid">Reserved</Trans>,
      right: true,
      cell: ({ reserved, coin }) => <NumMoney value={reserved} asset={coin} />,
    },
    {
      key: 'next',
      head: <Trans comment="Column: when the next yield is paid">Next payment</Trans>,
      cell: ({ nextTime }) => (nextTime === null ? '–' : <Time at={nextTime} as="full" />),
    },
    {
      key: 'seq',
      head: t({ message: 'Journal', comment: 'Column head: number in the journal' }),
      right: true,
      phone: 'only',
      cell: ({ seq }) => <NumCount className="v-ink-3" value={seq} prefix="#" />,
    },
    {
      key: 'act',
      head: '',
      label: t({ message: 'Redeem', comment: 'Column and button: ends a purchase before its end' }),
      cell: (row) => <Act row={row} onRedeem={() => setRedeeming(row)} />,
    },
  ];
  return (
    <>
      {own === undefined || own.length === 0 ? null : <OwnFigures own={own} />}
      <Pane title={title} aside={signedIn ? <SaveOrders kind={kind} /> : undefined}>
        <Table
          label={title}
          columns={columns}
          rows={signedIn ? rows : []}
          rowKey={({ id }) => id}
          empty={
            signedIn ? (
              <Empty
                title={
                  kind === 'pledge' ? (
                    <Trans comment="Empty list of stakes">No stakes</Trans>
                  ) : (
                    <Trans comment="Empty list of finance purchases">No investments</Trans>
                  )
                }
              >
                <Trans comment="Below an empty list of purchases">What you buy appears here, with each payment.</Trans>
              </Empty>
            ) : (
              <Empty title={<Trans comment="Guests have no list of purchases">Log in to see what you bought</Trans>}>
                <LoginLink className="v-link" />
              </Empty>
            )
          }
          error={
            failed ? (
              <ErrorBlock
                title={<Trans comment="A list of purchases failed to load">Couldn’t load what you bought</Trans>}
                onRetry={retry}
              />
            ) : undefined
          }
          paging={paging}
        />
      </Pane>
      {redeeming === undefined ? null : (
        <RedeemDialog kind={kind} purchase={redeeming} onClose={() => setRedeeming(undefined)} />
      )}
    </>
  );
}

function Act({ row, onRedeem }: { readonly row: Purchase; readonly onRedeem: () => void }): ReactNode {
  if (row.status !== 0) return null;
  if (!row.early)
    return (
      <span className="v-ink-3">
        <Trans comment="A purchase cannot be redeemed before its end">Locked</Trans>
      </span>
    );
  return (
    <Button size="small" onClick={onRedeem} data-testid="redeem">
      <Trans comment="Column and button: ends a purchase before its end">Redeem</Trans>
    </Button>
  );
}

/** One's own totals by coin. */
function OwnFigures({ own }: { readonly own: readonly EarnOwn[] }) {
  return (
    <div className={style['own']} data-testid="own">
      {own.map(({ coin, amount, paid, reserved, nextTime }) => (
        <dl key={coin} className={style['figures']}>
          <div>
            <dt>
              <Trans comment="One's own principals in products">In products</Trans>
            </dt>
            <dd>
              <NumMoney value={amount} asset={coin} showAsset />
            </dd>
          </div>
          <div>
            <dt>
              <Trans comment="Yield ever paid to oneself">Paid to you so far</Trans>
            </dt>
            <dd>
              <NumMoney value={paid} asset={coin} showAsset />
            </dd>
          </div>
          <div>
            <dt>
              <Trans comment="Yield promised to oneself and not yet paid">Reserved for you</Trans>
            </dt>
            <dd>
              <NumMoney value={reserved} asset={coin} showAsset />
            </dd>
          </div>
          <div>
            <dt>
              <Trans comment="Column: when the next yield is paid">Next payment</Trans>
            </dt>
            <dd>
              <Time at={nextTime} as="full" />
            </dd>
          </div>
        </dl>
      ))}
    </div>
  );
}
