// Orders that the signer signed and no record here knows, one by one: whoever resolves the case looks for each on the chain.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskUnrecorded } from '@vitrine/contract';
import { ErrorBlock, Note, NumExact, NumMoney, Pages, Pane, Table, Tag, Time, type Column } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { OldNote } from '../../case/index.ts';
import { Copied } from '../../copy/index.ts';
import { networkWords, useFaultText, wordOf } from '../../words/index.ts';
import style from './treasury.module.css';

const pageSize = 20;

/** Nothing while there are none. */
export function UnrecordedOrders() {
  const { t } = useLingui();
  const title = t({
    message: 'Signatures without a record',
    comment: 'Title of a list: orders in the log of the signer that no record here knows',
  });
  const faultText = useFaultText();
  const [page, setPage] = useState(1);
  const list = useQuery(queryOf('desk.treasury.unrecorded', { current: page, size: pageSize }, 'queue'));
  const failed = list.isError && list.data === undefined;
  if (!failed && (list.data?.total ?? 0) === 0) return null;
  return (
    <Pane title={title}>
      <div className={style['above']}>
        <Note tone="warn">
          <Trans comment="Above the list of signatures without a record">
            The signer signed these, and no record here knows them. Find each on its chain and book it before you open
            the coin.
          </Trans>
        </Note>
      </div>
      {list.data === undefined ? null : <OldNote query={list} />}
      <div data-testid="unrecorded">
        <Table
          label={title}
          columns={columns}
          rows={list.data?.records}
          rowKey={(row) => `${row.network} ${row.id}`}
          dense
          skeletonRows={4}
          empty={null}
          error={
            failed ? (
              <ErrorBlock
                title={<Trans comment="The list of signatures without a record">Couldn’t load the signatures</Trans>}
                onRetry={() => void list.refetch()}
              >
                {faultText(list.error)}
              </ErrorBlock>
            ) : undefined
          }
          paging={
            list.data && <Pages current={page} size={list.data.size} total={list.data.total} onChange={setPage} />
          }
        />
      </div>
    </Pane>
  );
}

const columns: readonly Column<DeskUnrecorded>[] = [
  {
    key: 'signed',
    head: <Trans comment="Column head: when the signer signed an order">Signed</Trans>,
    cell: (row) => <Time at={row.signed} as="full" />,
  },
  {
    key: 'order',
    head: <Trans comment="Column head: name of an order of the signer, such as withdrawal:12">Order</Trans>,
    phone: 'keep',
    cell: (row) => row.id,
  },
  { key: 'network', head: <Trans>Network</Trans>, cell: (row) => wordOf(networkWords, row.network) },
  {
    key: 'amount',
    head: <Trans>Amount</Trans>,
    right: true,
    phone: 'under',
    cell: ({ amount, units, coin }) =>
      amount === null ? (
        <Trans comment="Amount of a coin whose decimals are not known, since its network does not offer it now: a whole number of the smallest unit on the chain, such as wei or satoshi">
          <NumExact value={units} /> least units of {coin}
        </Trans>
      ) : (
        <NumMoney value={amount} asset={coin} showAsset />
      ),
  },
  {
    key: 'to',
    head: <Trans comment="Column head: address a transaction pays to">To</Trans>,
    cell: (row) => <Copied text={row.to} short />,
  },
  {
    key: 'state',
    head: <Trans>State</Trans>,
    phone: 'keep',
    cell: (row) => (
      <Tag tone={row.open ? 'warn' : 'plain'} state={row.open ? 'open' : 'closed'}>
        {row.open ? (
          <Trans comment="State of a signature without a record: its case still halts the coin">Case open</Trans>
        ) : (
          <Trans comment="State of a signature without a record: two people opened the coin again">Case closed</Trans>
        )}
      </Tag>
    ),
  },
];
