// Adds or removes isolated margin: before and after, never below the required margin.

import { Trans, useLingui } from '@lingui/react/macro';
import { printDecimal } from '@vitrine/core/number';
import { Dialog, NumberField, NumMoney, Segmented, toast, ValueChange, WhyLine } from '@vitrine/ui';
import { useState } from 'react';
import { RefusedWords, UnknownLine, useWrite } from '../../../ticket/index.ts';
import style from '../contract.module.css';
import { type Held, ownOf, pricesOf } from '../positions/held.ts';
import { marginPlan } from './margin.ts';
import { priceText } from '../positions/summary.ts';
import { whole } from '../terms.ts';
import { useReread } from '../use-actions.ts';
import { MarkPrice } from '../words.tsx';

export interface MarginDialogProps {
  readonly one: Held;
  /** The available wallet balance; undefined while unknown. */
  readonly available: number | undefined;
  readonly onClose: () => void;
}

export function MarginDialog({ one, available, onClose }: MarginDialogProps) {
  const { t } = useLingui();
  const write = useWrite();
  const reread = useReread();
  const [way, setWay] = useState<'add' | 'reduce'>('add');
  const [text, setText] = useState('');
  const { terms, words, position } = one;
  const atoms = text === '' ? undefined : whole(text, terms.settleScale);
  const add = way === 'add';
  const plan = marginPlan(terms, words.side, ownOf(one), pricesOf(one), available ?? 0, add, atoms);
  const waiting = write.state.step === 'sending' || write.state.step === 'unknown';
  const money = (units: number) => (
    <NumMoney value={printDecimal(units, terms.settleScale)} asset={terms.settle} scale={terms.settleScale} />
  );
  const price = (cents: number) => (
    <MarkPrice value={cents === 0 ? undefined : priceText(terms, cents)} terms={terms} />
  );
  const most = money(plan.most);
  const change = (next: () => void): void => {
    write.forget();
    next();
  };
  const send = async (): Promise<void> => {
    if (plan.flaw || atoms === undefined) return;
    const done = await write.run('contract.position.adjustAmount', {
      id: position.id,
      money: printDecimal(atoms, terms.settleScale),
      flag: add ? 1 : 2,
    });
    if (!done) return;
    reread(done.how === 'answered' ? done.data.seq : done.seq);
    toast({ kind: 'done', title: add ? <Trans>Margin added</Trans> : <Trans>Margin removed</Trans> });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Change the margin of this position?</Trans>}
      safe={<Trans>Keep as it is</Trans>}
      act={{
        label: add ? <Trans>Add margin</Trans> : <Trans>Remove margin</Trans>,
        onClick: () => void send(),
        busy: waiting,
        disabled: plan.flaw !== undefined,
      }}
    >
      <div className={style['form']}>
        <Segmented
          label={t`Add or reduce`}
          value={way}
          choices={[
            { key: 'add', label: <Trans comment="Adds margin to a position">Add</Trans> },
            { key: 'reduce', label: <Trans comment="Takes margin from a position">Reduce</Trans> },
          ]}
          onChange={(next) => change(() => setWay(next))}
        />
        <NumberField
          label={<Trans context="money">Amount</Trans>}
          name="amount"
          value={text}
          onChange={(next) => change(() => setText(next))}
          decimals={terms.settleScale}
          unit={terms.settle}
          hint={<Trans comment="Hint of a field; most: an amount with its coin">At most {most}</Trans>}
          quick={
            <button
              type="button"
              className="v-link"
              onClick={() => change(() => setText(printDecimal(plan.most, terms.settleScale)))}
            >
              <Trans comment="Fills in the most that is possible">Maximum</Trans>
            </button>
          }
        />
        <ValueChange
          small
          pending={waiting}
          title={<Trans comment="Head: figures after the change">If you do</Trans>}
          rows={[
            { key: 'margin', label: t`Margin`, now: money(plan.marginNow), after: money(plan.marginAfter) },
            { key: 'available', label: t`Available`, now: money(plan.availableNow), after: money(plan.availableAfter) },
            {
              key: 'liquidation',
              label: t`Liquidation`,
              now: price(plan.liquidationNow),
              after: price(plan.liquidationAfter),
            },
          ]}
        />
        {write.state.step === 'unknown' ? (
          <UnknownLine />
        ) : (
          <WhyLine need={plan.flaw !== undefined || write.state.step === 'refused'}>
            {write.state.step === 'refused' ? (
              <RefusedWords state={write.state} />
            ) : plan.flaw === 'missing' ? (
              <Trans context="money">Enter an amount.</Trans>
            ) : plan.flaw === 'tooMuch' && add ? (
              <Trans>The wallet has {most} available.</Trans>
            ) : plan.flaw === 'tooMuch' ? (
              <Trans>The position requires the rest; you can remove {most}.</Trans>
            ) : (
              <Trans>It moves at once between the wallet and the position.</Trans>
            )}
          </WhyLine>
        )}
      </div>
    </Dialog>
  );
}
