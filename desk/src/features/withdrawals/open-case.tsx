// One open withdrawal: destination, amount, reasons for the review, progress, transactions.
import { Link } from '@tanstack/react-router';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import type { DeskWithdrawal } from '@vitrine/contract';
import { Button, ErrorBlock, Note, NumCount, NumMoney, SkeletonRows, Tag, Time } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { CaseBody, CaseHead, Facts, Part, type Fact } from '../../case/index.ts';
import { Copied } from '../../copy/index.ts';
import { customerFacts } from '../../customer/index.ts';
import { TransactionList, changedSince } from '../../funds/index.ts';
import {
  Waiting,
  networkWords,
  useFaultText,
  withdrawalFlagWords,
  withdrawalStageWords,
  withdrawalWaitWords,
  wordOf,
} from '../../words/index.ts';
import style from './withdrawals.module.css';

type WithdrawalQuery = UseQueryResult<DeskWithdrawal>;

export function useWithdrawal(id: string | undefined): WithdrawalQuery {
  return useQuery({ ...queryOf('desk.withdrawals.get', { id: id ?? '0' }, 'look'), enabled: id !== undefined });
}

/** The reasons for a closer review as text; those above `most` as a count. */
export function Flags({ flags, most }: Pick<DeskWithdrawal, 'flags'> & { readonly most?: number }) {
  // `proposed` comes first: it is the only flag that asks for an action.
  const sorted = flags.toSorted((a, b) => Number(b === 'proposed') - Number(a === 'proposed'));
  const shown = sorted.slice(0, most ?? sorted.length);
  const rest = sorted.length - shown.length;
  return (
    <>
      {shown.map((flag) => (
        <Tag key={flag} tone={flag === 'proposed' ? 'accent' : 'warn'}>
          {wordOf(withdrawalFlagWords, flag)}
        </Tag>
      ))}
      {rest === 0 ? null : <Tag>+{rest}</Tag>}
    </>
  );
}

/** Maximum flags in a row; the case shows all. */
const flagsMost = 1;

/** A row's flags; why the withdrawal waits comes before them. */
export function RowFlags({ one: { flags, waits } }: { readonly one: DeskWithdrawal }) {
  return (
    <>
      {waits === null ? null : <Tag tone="warn">{wordOf(withdrawalWaitWords, waits)}</Tag>}
      <Flags flags={flags} most={flagsMost} />
    </>
  );
}

export function OpenWithdrawal({
  query,
  row,
}: {
  readonly query: WithdrawalQuery;
  readonly row: DeskWithdrawal | undefined;
}) {
  const faultText = useFaultText();
  if (query.isError)
    return (
      <ErrorBlock title={<Trans>Couldn’t load the withdrawal</Trans>} onRetry={() => void query.refetch()}>
        {faultText(query.error)}
      </ErrorBlock>
    );
  const one = query.data;
  if (one === undefined) return <SkeletonRows rows={8} />;
  const { record, customer } = one;
  const ended = record.stage === 'refused' || record.stage === 'failed';
  return (
    <>
      {changedSince(row, one) && !query.isFetching ? (
        <div className={style['changed']} role="status">
          <Note tone="warn">
            <Trans>This withdrawal has changed since you opened it.</Trans>{' '}
            <Button size="small" onClick={() => void query.refetch()}>
              <Trans>Show it as it is now</Trans>
            </Button>
          </Note>
        </div>
      ) : null}
      <CaseHead
        title={
          <Trans comment="no: number of a withdrawal, as the customer sees it">
            Withdrawal {{ id: record.orderNo }}
          </Trans>
        }
      >
        <Link to="/customers/$id" params={{ id: customer.id }} className="v-link">
          <Trans comment="Number of a customer">Customer No. {{ id: customer.id }}</Trans>
        </Link>
        <span>
          <Trans comment="When a withdrawal was asked for">
            requested <Time at={record.time} as="full" />, <Waiting since={record.time} /> ago
          </Trans>
        </span>
        <Tag tone={ended ? 'warn' : record.stage === 'confirmed' ? 'accent' : 'plain'}>
          {wordOf(withdrawalStageWords, record.stage)}
        </Tag>
        <Flags flags={one.flags} />
      </CaseHead>
      <CaseBody
        history={
          <>
            <Part title={<Trans>Progress</Trans>}>
              <Steps record={record} />
            </Part>
            <Part title={<Trans>The customer</Trans>}>
              <Facts facts={customerFacts(customer)} />
            </Part>
          </>
        }
      >
        <Part title={<Trans>Facts</Trans>}>
          <Facts facts={factsOf(one)} />
        </Part>
        {record.network === 'bank' ? null : (
          <Part title={<Trans>Transactions</Trans>}>
            {one.transactions.length === 0 ? (
              <p className={style['none']}>
                <Trans>None yet. It is planned once the withdrawal is approved, and signed once.</Trans>
              </p>
            ) : (
              <TransactionList rows={one.transactions} />
            )}
          </Part>
        )}
      </CaseBody>
    </>
  );
}

/** The withdrawal's place in the coin's hourly limit. While it waits, it is neither signed nor paid. */
function turnFacts({ turn }: DeskWithdrawal['record']): readonly Fact[] {
  if (turn === null) return [];
  const { place, of, until } = turn;
  return [
    {
      key: 'turn',
      label: <Trans comment="Fact of a withdrawal: it waits for its part of the hourly limit">Hourly limit</Trans>,
      value:
        until === null ? (
          <Trans comment="place: a number from 1 on; of: how many withdrawals of the coin wait">
            Waits, place {place} of {of}. Do not pay it yet.
          </Trans>
        ) : (
          <Trans comment="A withdrawal that lets others go first until a moment">
            Waits until <Time at={until} />. Do not pay it yet.
          </Trans>
        ),
    },
  ];
}

function factsOf({ record, worth, persons, waits }: DeskWithdrawal): readonly Fact[] {
  const chain = record.network !== 'bank';
  return [
    ...(waits === null
      ? []
      : [
          {
            key: 'waits',
            label: <Trans comment="Fact of a withdrawal: the reason follows">Why it waits</Trans>,
            value: wordOf(withdrawalWaitWords, waits),
          },
        ]),
    ...turnFacts(record),
    {
      key: 'amount',
      label: <Trans comment="Fact of a withdrawal: what arrives">Amount</Trans>,
      value: <NumMoney value={record.amount} asset={record.coin} showAsset />,
    },
    {
      key: 'fee',
      label: <Trans comment="Fact of a withdrawal: taken on top of the amount">Fee on top</Trans>,
      value: <NumMoney value={record.fee} asset={record.coin} showAsset />,
    },
    {
      key: 'worth',
      label: <Trans comment="Fact of a withdrawal">Value</Trans>,
      value: <NumMoney value={worth} asset="USDT" scale={0} showAsset />,
    },
    {
      key: 'persons',
      label: <Trans comment="Fact of a withdrawal: how many decide">Decided by</Trans>,
      value: persons ? (
        <Trans comment="Who decides about a withdrawal">two people</Trans>
      ) : (
        <Trans comment="Who decides about a withdrawal">one person</Trans>
      ),
    },
    { key: 'network', label: <Trans>Network</Trans>, value: wordOf(networkWords, record.network) },
    {
      key: 'to',
      label: chain ? (
        <Trans comment="Fact of a withdrawal: the address it goes to">To address</Trans>
      ) : (
        <Trans comment="Fact of a withdrawal: the bank card it goes to">To card</Trans>
      ),
      value: chain ? <Copied text={record.address} /> : record.address,
    },
    ...(record.label === null
      ? []
      : [
          {
            key: 'label',
            label: <Trans comment="Of an address in the address book">Label</Trans>,
            value: record.label,
          },
        ]),
    ...(record.txid === null
      ? []
      : [
          {
            key: 'txid',
            label: <Trans comment="Fact of a withdrawal: hash of its transaction">Transaction</Trans>,
            value: <Copied text={record.txid} />,
          },
          {
            key: 'confirmations',
            label: <Trans comment="Fact of a withdrawal: blocks on it, of those needed">Confirmations</Trans>,
            value: (
              <Trans comment="Blocks on a withdrawal, of those needed">
                <NumCount value={record.confirmations} /> of <NumCount value={record.needed} />
              </Trans>
            ),
          },
        ]),
  ];
}

function Steps({ record }: Pick<DeskWithdrawal, 'record'>) {
  return (
    <ol className={style['steps']}>
      {record.steps.map((step) => (
        <li key={step.stage}>
          <span className={style['stage']}>{wordOf(withdrawalStageWords, step.stage)}</span>
          <Time at={step.time} as="full" />
        </li>
      ))}
    </ol>
  );
}
