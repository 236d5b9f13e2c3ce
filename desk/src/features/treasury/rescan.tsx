// Scans blocks again because a user misses a payment: lists payments without a deposit. Crediting one needs two
// approvals.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { type DeskAnswerOf, MAX_DESK_REASON, mayDesk } from '@vitrine/contract';
import { Button, NumberField, NumMoney, Pane, Segmented, TextField } from '@vitrine/ui';
import { refreshQueues, request, useMe, useSend } from '../../api/index.ts';
import { Fault, hasReason } from '../../case/index.ts';
import { Copied } from '../../copy/index.ts';
import { tellProposed } from '../../proposal/index.ts';
import { networkWords, wordOf } from '../../words/index.ts';
import style from './treasury.module.css';

type Found = DeskAnswerOf<'desk.chain.rescan'>['found'][number];
type Chain = DeskAnswerOf<'desk.treasury.get'>['chains'][number];

export function Rescan({ chains }: { readonly chains: readonly Chain[] }) {
  const { t } = useLingui();
  const { roles } = useMe();
  const [network, setNetwork] = useState<Chain['network'] | undefined>();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const chain = chains.find((one) => one.network === network) ?? chains[0];
  const range = { from: Number.parseInt(from, 10), to: Number.parseInt(to, 10) };
  const reading = useMutation({
    mutationFn: (given: Chain['network']) => request('desk.chain.rescan', { network: given, ...range }),
  });
  const send = useSend();
  const crediting = useMutation({
    mutationFn: ({ network: of, height, txid, position }: Found) =>
      send('desk.chain.credit', { network: of, height, txid, position, reason: reason.trim() }),
    onSuccess: (made) => {
      tellProposed(made);
      void refreshQueues();
    },
  });
  if (!mayDesk('desk.chain.rescan', roles) || chain === undefined) return null;
  const ready = Number.isSafeInteger(range.from) && range.to >= range.from && !reading.isPending;
  const found = reading.data?.found ?? [];
  const blocks = reading.data?.read ?? 0;
  return (
    <Pane title={<Trans>Read blocks again</Trans>} padded>
      <form
        className={style['tool']}
        data-testid="rescan"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) reading.mutate(chain.network);
        }}
      >
        <p className="v-13 v-ink-2">
          <Trans>
            When a customer is missing a payment that the chain has: lists payments to customers’ addresses without a
            deposit. At most 500 blocks at a time.
          </Trans>
        </p>
        <Segmented
          label={t({ message: 'Network', comment: 'Which chain’s blocks are read again' })}
          value={chain.network}
          choices={chains.map((one) => ({ key: one.network, label: wordOf(networkWords, one.network) }))}
          onChange={setNetwork}
        />
        <div className={style['toolFields']}>
          <NumberField label={<Trans>From block</Trans>} name="from" value={from} decimals={0} onChange={setFrom} />
          <NumberField label={<Trans>To block</Trans>} name="to" value={to} decimals={0} onChange={setTo} />
        </div>
        <Fault error={reading.error ?? crediting.error} />
        <div>
          <Button type="submit" busy={reading.isPending} aria-disabled={!ready}>
            <Trans>Read the blocks</Trans>
          </Button>
        </div>
        {reading.data === undefined ? null : (
          <p className="v-13" data-testid="rescan-result">
            <Trans comment="blocks: how many were read; count: how many payments were found">
              {blocks} blocks read, {{ found: found.length }} payments without a deposit.
            </Trans>
          </p>
        )}
        {reading.data === undefined || reading.data.unchecked === 0 ? null : (
          <p className="v-13 v-ink-2">
            <Trans comment="count: blocks whose traces the node no longer has">
              The node could not fully read {{ count: reading.data.unchecked }} of them: ether sent by contracts may be
              missing. Use a node that has their traces.
            </Trans>
          </p>
        )}
        {found.length === 0 ? null : (
          <>
            <TextField
              label={<Trans>Reason</Trans>}
              name="reason"
              value={reason}
              maxLength={MAX_DESK_REASON}
              autoComplete="off"
              onChange={setReason}
            />
            <ul aria-label={t`Payments without a deposit`}>
              {found.map((one) => (
                <li key={`${one.txid}:${one.position}`}>
                  <NumMoney value={one.amount} asset={one.coin} showAsset /> <Copied text={one.txid} />
                  <Button
                    aria-disabled={!hasReason(reason)}
                    onClick={() => {
                      if (hasReason(reason)) crediting.mutate(one);
                    }}
                  >
                    <Trans>Propose to credit it</Trans>
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </form>
    </Pane>
  );
}
