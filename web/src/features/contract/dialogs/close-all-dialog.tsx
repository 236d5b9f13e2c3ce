// Closes all positions: choose markets, see the result, close them all at the market price.

import { Trans } from '@lingui/react/macro';
import { printDecimal } from '@vitrine/core/number';
import { CheckField, Dialog, toast, ValueChange, WhyLine } from '@vitrine/ui';
import { useState } from 'react';
import { RefusedWords, UnknownLine, useWrite } from '../../../ticket/index.ts';
import style from '../contract.module.css';
import { Settled, type Shown } from '../figures.tsx';
import type { ContractKind } from '../terms.ts';
import { useReread } from '../use-actions.ts';

const OK = 200;

export interface OneKeyDialogProps {
  readonly shown: readonly Shown[];
  readonly contractType: ContractKind;
  readonly onClose: () => void;
}

export function OneKeyDialog({ shown, contractType, onClose }: OneKeyDialogProps) {
  const write = useWrite();
  const reread = useReread();
  const names = [...new Set(shown.map(({ one }) => one.position.symbolName))].sort();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = names.filter((name) => !left.has(name));
  const closing = shown.filter(({ one }) => chosen.includes(one.position.symbolName));
  const waiting = write.state.step === 'sending' || write.state.step === 'unknown';
  const toggle = (name: string, on: boolean): void => {
    write.forget();
    setLeft((now) => {
      const next = new Set(now);
      if (on) next.delete(name);
      else next.add(name);
      return next;
    });
  };
  const send = async (): Promise<void> => {
    const done = await write.run('entrust.contract.close.onekey', {
      oneKeySymbolNameList: chosen.map((name) => name.replace('/', '_')),
      contractType,
    });
    if (!done) return;
    const rows = done.how === 'answered' ? done.data : [];
    reread(done.how === 'found' ? done.seq : rows.reduce((seq: number | undefined, row) => row.seq ?? seq, undefined));
    const refused = rows.filter(({ code }) => code !== OK).length;
    const count = rows.length - refused;
    toast({
      kind: refused > 0 ? 'warn' : 'done',
      title:
        done.how === 'found' ? (
          // The answer for each position was lost.
          <Trans>Positions that could be closed are closed. The list shows what is still open.</Trans>
        ) : refused > 0 ? (
          <Trans>{refused} positions could not be closed</Trans>
        ) : (
          <Trans>Closing {count} positions</Trans>
        ),
    });
    onClose();
  };
  const count = closing.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Close positions in which markets?</Trans>}
      safe={<Trans>Keep them</Trans>}
      act={{
        label: <Trans comment="Button; the number is how many positions">Close {count} at market price</Trans>,
        onClick: () => void send(),
        busy: waiting,
        disabled: count === 0,
      }}
    >
      <div className={style['form']}>
        <div className={style['choices']}>
          {names.map((name) => (
            <CheckField key={name} checked={!left.has(name)} onChange={(on) => toggle(name, on)}>
              <span className="v-num">{name}</span>
            </CheckField>
          ))}
        </div>
        <ValueChange small rows={sums(closing)} />
        {write.state.step === 'unknown' ? (
          <UnknownLine />
        ) : (
          <WhyLine need={count === 0 || write.state.step === 'refused'}>
            {write.state.step === 'refused' ? (
              <RefusedWords state={write.state} />
            ) : count === 0 ? (
              <Trans>Choose a market.</Trans>
            ) : (
              <Trans>Each fills from its order book, no further than 5% from the best price. Reduce only.</Trans>
            )}
          </WhyLine>
        )}
      </div>
    </Dialog>
  );
}

/** The realised PnL and released margin of closing at the current marks, per coin. */
function sums(closing: readonly Shown[]) {
  const coins = new Map<string, { readonly first: Shown; unrealised: number; margin: number }>();
  for (const shown of closing) {
    const { settle } = shown.one.terms;
    const sum = coins.get(settle) ?? { first: shown, unrealised: 0, margin: 0 };
    sum.unrealised += shown.figures.unrealised;
    sum.margin += shown.figures.margin;
    coins.set(settle, sum);
  }
  return [...coins].flatMap(([coin, { first, unrealised, margin }]) => {
    const { terms } = first.one;
    return [
      {
        key: `${coin}u`,
        label: <Trans>Realised at the mark price, before fees</Trans>,
        only: <Settled value={printDecimal(unrealised, terms.settleScale)} terms={terms} showAsset directed />,
      },
      {
        key: `${coin}m`,
        label: <Trans comment="Margin that becomes available">Margin freed</Trans>,
        only: <Settled value={printDecimal(margin, terms.settleScale)} terms={terms} showAsset />,
      },
    ];
  });
}
