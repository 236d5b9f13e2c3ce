// One open deposit: what the user claimed, what the chain or the bank shows, and the screenshot.
import { Link } from '@tanstack/react-router';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskDeposit } from '@vitrine/contract';
import { Button, ErrorBlock, Note, NumCount, NumMoney, SkeletonRows, Tag, Time } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { CaseBody, CaseHead, Facts, Part, type Fact } from '../../case/index.ts';
import { Copied } from '../../copy/index.ts';
import { FrozenTag, OrNone, customerFacts } from '../../customer/index.ts';
import { changedSince } from '../../funds/index.ts';
import { LoggedPicture, useForgetting } from '../../picture/index.ts';
import { Waiting, depositStageWords, networkWords, useFaultText, wordOf } from '../../words/index.ts';
import style from './deposits.module.css';

type DepositQuery = UseQueryResult<DeskDeposit>;

export function useDeposit(id: string | undefined): DepositQuery {
  return useQuery({ ...queryOf('desk.deposits.get', { id: id ?? '0' }, 'look'), enabled: id !== undefined });
}

export function OpenDeposit({ query, row }: { readonly query: DepositQuery; readonly row: DeskDeposit | undefined }) {
  const faultText = useFaultText();
  if (query.isError)
    return (
      <ErrorBlock title={<Trans>Couldn’t load the deposit</Trans>} onRetry={() => void query.refetch()}>
        {faultText(query.error)}
      </ErrorBlock>
    );
  const one = query.data;
  if (one === undefined) return <SkeletonRows rows={8} />;
  const { record, customer } = one;
  return (
    <>
      {changedSince(row, one) && !query.isFetching ? (
        <div className={style['changed']} role="status">
          <Note tone="warn">
            <Trans>Someone decided this deposit since you opened it.</Trans>{' '}
            <Button size="small" onClick={() => void query.refetch()}>
              <Trans>Show it as it is now</Trans>
            </Button>
          </Note>
        </div>
      ) : null}
      <CaseHead
        title={
          <Trans comment="no: number of a deposit, as the customer sees it">Deposit {{ id: record.orderNo }}</Trans>
        }
      >
        <Link to="/customers/$id" params={{ id: customer.id }} className="v-link">
          <Trans comment="Number of a customer">Customer No. {{ id: customer.id }}</Trans>
        </Link>
        <span>
          <Trans comment="When a deposit was reported">
            reported <Time at={record.time} as="full" />, <Waiting since={record.time} /> ago
          </Trans>
        </span>
        <Tag tone={toneOf(record.stage)}>{wordOf(depositStageWords, record.stage)}</Tag>
        {one.known ? (
          <Tag tone="warn">
            <Trans comment="Flag of a deposit: the same screenshot was sent before">Known picture</Trans>
          </Tag>
        ) : null}
        <FrozenTag frozen={customer.frozen} />
      </CaseHead>
      <CaseBody
        history={
          <Part title={<Trans>The customer</Trans>}>
            <Facts facts={customerFacts(customer)} />
          </Part>
        }
      >
        <Part title={<Trans>Facts</Trans>}>
          {one.known ? (
            <div className={style['known']}>
              <Note tone="warn">
                <Trans>The same picture was sent before, by this or another customer. Find the earlier one.</Trans>
              </Note>
            </div>
          ) : null}
          <Facts facts={factsOf(one)} />
        </Part>
        {record.img === null ? null : (
          <Part title={<Trans>Screenshot</Trans>}>
            <Screenshot key={record.id} id={record.id} />
          </Part>
        )}
      </CaseBody>
    </>
  );
}

function toneOf(stage: DeskDeposit['record']['stage']): 'plain' | 'accent' | 'warn' {
  if (stage === 'credited') return 'accent';
  return stage === 'refused' || stage === 'reversed' || stage === 'doubted' ? 'warn' : 'plain';
}

function factsOf({ record, account }: DeskDeposit): readonly Fact[] {
  const chain = record.network !== 'bank';
  const none = <OrNone value={null} />;
  return [
    {
      key: 'amount',
      label: <Trans comment="Fact of a deposit">Amount</Trans>,
      value: <NumMoney value={record.amount} asset={record.coin} showAsset />,
    },
    { key: 'network', label: <Trans>Network</Trans>, value: wordOf(networkWords, record.network) },
    ...(chain
      ? [
          {
            key: 'address',
            label: <Trans comment="Fact of a deposit: the customer's address here">Address</Trans>,
            value: record.address === null ? none : <Copied text={record.address} />,
          },
          {
            key: 'txid',
            label: <Trans comment="Fact of a deposit: hash of its transaction">Transaction</Trans>,
            value: record.txid === null ? none : <Copied text={record.txid} />,
          },
          {
            key: 'confirmations',
            label: <Trans comment="Fact of a deposit: blocks on it, of those needed">Confirmations</Trans>,
            value: (
              <Trans comment="Blocks on a deposit, of those needed">
                <NumCount value={record.confirmations} /> of <NumCount value={record.needed} />
              </Trans>
            ),
          },
        ]
      : [
          {
            key: 'account',
            label: <Trans comment="Fact of a deposit: the account it was sent from">Sent from</Trans>,
            value: <OrNone value={account} />,
          },
        ]),
    ...(record.creditedTime === null
      ? []
      : [{ key: 'credited', label: <Trans>Credited</Trans>, value: <Time at={record.creditedTime} as="full" /> }]),
  ];
}

function Screenshot({ id }: { readonly id: string }) {
  const { t } = useLingui();
  useForgetting('desk.deposits.picture', id);
  return (
    <div className={style['picture']}>
      <LoggedPicture
        call={{ name: 'desk.deposits.picture', input: { id } }}
        of="screenshot"
        name={t({ message: 'Screenshot', comment: 'Of a payment, sent by the customer' })}
      />
    </div>
  );
}
