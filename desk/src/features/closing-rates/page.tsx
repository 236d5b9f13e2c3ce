// Closing rates: the margin that a position needs when its market closes, per market, and proposals of other rates.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_DESK_REASON, mayDesk, type ClosingRateLine } from '@vitrine/contract';
import {
  Button,
  Dialog,
  Empty,
  ErrorBlock,
  NumRate,
  Pane,
  Table,
  TextAreaField,
  TextField,
  Time,
  ValueChange,
  WhyLine,
  type Column,
} from '@vitrine/ui';
import { queryOf, refreshQueues, useMe, useSend } from '../../api/index.ts';
import { Fault, hasReason } from '../../case/index.ts';
import { useTitle } from '../../page/index.ts';
import { tellProposed } from '../../proposal/index.ts';
import { useFaultText } from '../../words/index.ts';
import { asksMore, fractionOf } from './rate.ts';
import style from './closing-rates.module.css';

export function ClosingRatesPage() {
  const { t } = useLingui();
  const { roles } = useMe();
  const faultText = useFaultText();
  const [asked, setAsked] = useState<ClosingRateLine>();
  const rates = useQuery(queryOf('desk.closingRates.list', {}, 'queue'));
  const may = mayDesk('desk.closingRates.set', roles);
  useTitle(t`Closing rates`);
  return (
    <div className={style['page']}>
      <h1>
        <Trans>Closing rates</Trans>
      </h1>
      <p className="v-13 v-ink-2">
        <Trans>
          The margin and profit that a position needs at the close of its market, as a share of its value. What they do
          not cover is reduced ten minutes before. The rate doubles before a close of more than 24 hours.
        </Trans>
      </p>
      <Pane>
        <Table
          label={t`Closing rates`}
          columns={columns(may, setAsked, t`Actions`)}
          rows={rates.data?.records}
          rowKey={(row) => row.id}
          dense
          empty={<Empty title={<Trans>No contract has a market that closes</Trans>} />}
          error={
            rates.isError && rates.data === undefined ? (
              <ErrorBlock title={<Trans>Couldn’t load the list</Trans>} onRetry={() => void rates.refetch()}>
                {faultText(rates.error)}
              </ErrorBlock>
            ) : undefined
          }
        />
      </Pane>
      <Dialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        width={520}
        title={
          <Trans comment="symbol: of a contract, as XAU/USD">
            Propose a closing rate of {{ symbol: asked?.symbol ?? '' }}
          </Trans>
        }
      >
        {asked === undefined ? null : <RateForm key={asked.id} line={asked} onClose={() => setAsked(undefined)} />}
      </Dialog>
    </div>
  );
}

function columns(
  may: boolean,
  ask: (line: ClosingRateLine) => void,
  actions: string,
): readonly Column<ClosingRateLine>[] {
  return [
    {
      key: 'symbol',
      head: <Trans>Contract</Trans>,
      phone: 'keep',
      cell: (row) => <span className="v-strong">{row.symbol}</span>,
    },
    { key: 'rate', head: <Trans>Rate</Trans>, right: true, phone: 'keep', cell: (row) => <NumRate value={row.rate} /> },
    {
      key: 'next',
      head: <Trans>At the next close</Trans>,
      right: true,
      cell: (row) => <NumRate value={row.nextRate} />,
    },
    { key: 'closes', head: <Trans>Closes</Trans>, cell: (row) => <Time at={row.closesAt} as="full" /> },
    { key: 'opens', head: <Trans>Reopens</Trans>, cell: (row) => <Time at={row.opensAt} as="full" /> },
    {
      key: 'actions',
      head: '',
      label: actions,
      right: true,
      cell: (row) => (
        <span className={style['end']}>
          {row.announced === null ? null : (
            <span className="v-ink-2">
              <Trans comment="A higher rate that was announced">
                <NumRate value={row.announced.rate} /> from <Time at={row.announced.from} as="full" />
              </Trans>
            </span>
          )}
          {row.proposal !== null ? (
            <Link to="/proposals" search={{ case: row.proposal }} className="v-link">
              <Trans>A proposal is waiting</Trans>
            </Link>
          ) : may ? (
            <Button size="small" data-testid={`rate-${row.id}`} onClick={() => ask(row)}>
              <Trans>Change</Trans>
            </Button>
          ) : null}
        </span>
      ),
    },
  ];
}

function RateForm({ line, onClose }: { readonly line: ClosingRateLine; readonly onClose: () => void }) {
  const [percent, setPercent] = useState('');
  const [reason, setReason] = useState('');
  const rate = fractionOf(percent);
  const send = useSend();
  const sending = useMutation({
    mutationFn: async () =>
      tellProposed(await send('desk.closingRates.set', { id: line.id, rate: rate ?? '', reason: reason.trim() })),
    onSuccess: () => {
      onClose();
      void refreshQueues();
    },
  });
  const lack = rate === undefined ? 'rate' : hasReason(reason) ? undefined : 'reason';
  const ready = lack === undefined && !sending.isPending;
  return (
    <form
      className={style['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) sending.mutate();
      }}
    >
      <TextField
        label={<Trans>New rate, %</Trans>}
        name="rate"
        value={percent}
        onChange={setPercent}
        autoComplete="off"
        hint={<Trans>Above 0 and at most 100, to four decimals.</Trans>}
        required
      />
      <ValueChange
        rows={[
          {
            key: 'rate',
            label: <Trans>Closing rate</Trans>,
            now: <NumRate value={line.rate} />,
            after: rate === undefined ? '–' : <NumRate value={rate} />,
          },
        ]}
      />
      <TextAreaField
        label={<Trans>Reason</Trans>}
        name="reason"
        value={reason}
        maxLength={MAX_DESK_REASON}
        rows={2}
        onChange={setReason}
        required
      />
      <Fault error={sending.error} />
      <div>
        <div className={style['actions']}>
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button type="submit" tone="main" busy={sending.isPending} aria-disabled={!ready}>
            <Trans>Propose it</Trans>
          </Button>
        </div>
        <WhyLine need={lack !== undefined}>
          {lack === 'rate' ? (
            <Trans>Not yet: a rate</Trans>
          ) : lack === 'reason' ? (
            <Trans>Not yet: a reason</Trans>
          ) : rate !== undefined && asksMore(rate, line.rate) ? (
            <Trans>Another person must approve. A higher rate is announced and takes effect a day later.</Trans>
          ) : (
            <Trans>Another person must approve. A lower rate takes effect at once.</Trans>
          )}
        </WhyLine>
      </div>
    </form>
  );
}
