// The order page: orders of all spot and margin accounts in one list, and links to the contract orders.
import { Link } from '@tanstack/react-router';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ORDER_STATUS, type InputOf } from '@vitrine/contract';
import { type Days, Empty, ErrorBlock, Pane, periodOf, SelectField, Table, useFormat, useSearched } from '@vitrine/ui';
import { queryOf } from '../../../api/index.ts';
import { historyColumns, type OrderMarket } from '../../../order/index.ts';
import { DayFields } from '../../../page/index.ts';
import { SaveButton } from '../save-button.tsx';
import style from '../wallet.module.css';

const PAGE = 15;
const ALL = 'everything';
const ACCOUNTS = ['spot', 'all', 'fixed'] as const;
type Status = keyof typeof ORDER_STATUS;

export function OrderCentre() {
  const { t } = useLingui();
  const { time } = useFormat();
  const [account, setAccount] = useState<(typeof ACCOUNTS)[number] | typeof ALL>(ALL);
  const [status, setStatus] = useState<Status | typeof ALL>(ALL);
  const [days, setDays] = useState<Days>({});
  const asked: InputOf<'entrust.getEntrustLogCurrency'> = {
    ...(account === ALL ? {} : { account }),
    ...(status === ALL ? {} : { status: ORDER_STATUS[status] }),
    ...periodOf(days, time.offset),
  };
  const pages = useSearched(JSON.stringify(asked));
  const orders = useQuery({
    ...queryOf(
      'entrust.getEntrustLogCurrency',
      { ...asked, ...pages.older, current: pages.current, size: PAGE },
      'lazy',
    ),
    placeholderData: keepPreviousData,
  });
  const coins = useQuery(queryOf('common.getCoinList', {}, 'constant'));
  const rulesOf = (name: string): OrderMarket | undefined => {
    const found = coins.data?.currencyList.find(({ baseCoin, coin }) => `${baseCoin}/${coin}` === name);
    return (
      found && {
        base: found.baseCoin,
        quote: found.coin,
        tickDecimals: decimals(found.tick),
        lotDecimals: decimals(found.lot),
      }
    );
  };
  return (
    <Pane
      title={<Trans comment="Part of the wallet: orders of all accounts">Orders</Trans>}
      aside={<SaveButton name="entrust.getEntrustLogCurrency" input={asked} />}
    >
      <nav className={style['ways']} aria-label={t`Orders by product`}>
        <Link to="/account/entrust/spot" className="v-link v-13">
          <Trans>Spot</Trans>
        </Link>
        <Link to="/account/entrust/margin-all" className="v-link v-13">
          <Trans>Cross margin</Trans>
        </Link>
        <Link to="/account/entrust/margin-fixed" className="v-link v-13">
          <Trans>Isolated margin</Trans>
        </Link>
        <Link to="/account/entrust/future/u" className="v-link v-13">
          <Trans>USDT perpetuals</Trans>
        </Link>
        <Link to="/account/entrust/future/coin" className="v-link v-13">
          <Trans>Coin-margined perpetuals</Trans>
        </Link>
      </nav>
      <div className={style['filters']}>
        <SelectField
          label={<Trans comment="Spot, cross margin or isolated margin">Account</Trans>}
          value={account}
          options={[
            { key: ALL, label: t`All accounts` },
            { key: 'spot', label: t({ message: 'Spot', comment: 'Wallet' }) },
            { key: 'all', label: t({ message: 'Cross margin', comment: 'Wallet' }) },
            { key: 'fixed', label: t({ message: 'Isolated margin', comment: 'Wallet' }) },
          ]}
          onChange={setAccount}
        />
        <SelectField
          label={<Trans>Status</Trans>}
          value={status}
          options={[
            { key: ALL, label: t({ message: 'Any', comment: 'Filter: orders of any status' }) },
            { key: 'waiting', label: t({ message: 'Waiting', comment: 'Status of an order' }) },
            { key: 'partly', label: t({ message: 'Partly filled', comment: 'Status of an order' }) },
            { key: 'filled', label: t({ message: 'Filled', comment: 'Status of an order' }) },
            { key: 'cancelled', label: t({ message: 'Cancelled', comment: 'Status of an order' }) },
            { key: 'trigger', label: t({ message: 'Waiting for its trigger', comment: 'Status of an order' }) },
            { key: 'refused', label: t({ message: 'Rejected', context: 'order', comment: 'Status of an order' }) },
          ]}
          onChange={setStatus}
        />
        <DayFields days={days} onChange={(change) => setDays({ ...days, ...change })} />
      </div>
      <Table
        dense
        label={t({ message: 'Orders', comment: 'Part of the wallet: orders of all accounts' })}
        columns={historyColumns(rulesOf)}
        rows={orders.data?.records}
        rowKey={({ id }) => id}
        empty={
          <Empty title={<Trans>No orders</Trans>}>
            <Trans>Orders of your spot and margin accounts appear here.</Trans>
          </Empty>
        }
        error={
          orders.isError && !orders.data ? (
            <ErrorBlock title={<Trans>Couldn’t load the orders</Trans>} onRetry={() => void orders.refetch()} />
          ) : undefined
        }
        paging={pages.paging(orders.data, PAGE)}
      />
    </Pane>
  );
}

/** Decimals of a step: "0.001" has three. */
function decimals(step: string | null): number {
  return step?.split('.')[1]?.length ?? 0;
}
