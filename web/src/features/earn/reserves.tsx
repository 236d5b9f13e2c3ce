// Promised yields of each coin over all products, beside the ledger's accounts: anyone can compare the sums.

import { Trans, useLingui } from '@lingui/react/macro';
import type { EarnReserve } from '@vitrine/contract';
import { type Column, NumCount, NumMoney, Pane, Table, Time } from '@vitrine/ui';
import type { Offers } from './data.ts';

export function Reserves({ reserves, asOf }: Pick<Offers, 'reserves' | 'asOf'>) {
  const { t } = useLingui();
  const money = (field: Exclude<keyof EarnReserve, 'coin'>) =>
    function Cell(row: EarnReserve) {
      return <NumMoney value={row[field]} asset={row.coin} />;
    };
  const columns: readonly Column<EarnReserve>[] = [
    { key: 'coin', head: <Trans>Coin</Trans>, phone: 'keep', cell: ({ coin }) => <b>{coin}</b> },
    {
      key: 'sold',
      head: <Trans comment="Column: principals that customers have in products">Sold</Trans>,
      right: true,
      cell: money('sold'),
    },
    {
      key: 'promised',
      head: <Trans comment="Column: yield ever promised">Promised</Trans>,
      right: true,
      phone: 'keep',
      cell: money('promised'),
    },
    {
      key: 'paid',
      head: <Trans comment="Column: yield ever paid">Paid so far</Trans>,
      right: true,
      cell: money('paid'),
    },
    {
      key: 'returned',
      head: <Trans comment="Column: promised yield that customers gave up by redeeming early">Given up</Trans>,
      right: true,
      cell: money('returned'),
    },
    {
      key: 'reserved',
      head: <Trans comment="Column: yield promised and not yet paid">Reserved</Trans>,
      right: true,
      cell: money('reserved'),
    },
    {
      key: 'ledger',
      head: <Trans comment="Column: balance of the account named reserve">Ledger: reserve</Trans>,
      right: true,
      phone: 'keep',
      cell: money('ledger'),
    },
    {
      key: 'treasury',
      head: <Trans comment="Column: balance of the account named treasury">Ledger: treasury</Trans>,
      right: true,
      cell: money('treasury'),
    },
  ];
  return (
    <Pane
      title={<Trans comment="Title of the table of promised and reserved yields">Yield that is already there</Trans>}
    >
      <Table
        label={t({
          message: 'Yield that is already there',
          comment: 'Title of the table of promised and reserved yields',
        })}
        columns={columns}
        rows={reserves}
        rowKey={({ coin }) => coin}
        empty={<Trans comment="No staking or finance product is sold">Nothing is on sale.</Trans>}
      />
      {asOf === undefined ? null : (
        <p className="v-12 v-ink-2" style={{ padding: '12px var(--v-pad)' }}>
          <Trans comment="Below the reserves: the journal's command and its time">
            Before a product is sold, its whole yield moves from the ledger’s account treasury to reserve, in the
            journal row of the purchase. Promised is paid, given up and reserved together. As of command{' '}
            <NumCount value={asOf.seq} prefix="#" />, <Time at={asOf.time} as="full" />.
          </Trans>
        </p>
      )}
    </Pane>
  );
}
