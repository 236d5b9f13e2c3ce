// The leverage of an isolated margin account: shows the borrowing limit before and after once it is set.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Dialog, NumMoney, Segmented, toast, WhyLine } from '@vitrine/ui';
import { useState } from 'react';
import { queryOf } from '../../api/index.ts';
import { RefusedWords, UnknownLine, useWrite } from '../../ticket/index.ts';
import { useReread } from './data.ts';
import style from './margin.module.css';

export function LeverageDialog({
  symbol,
  leverage,
  onClose,
}: {
  readonly symbol: string;
  readonly leverage: number;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const reread = useReread();
  const write = useWrite();
  const [chosen, setChosen] = useState(leverage);
  const rules = useQuery(queryOf('common.getRules', {}, 'constant')).data;
  const most = rules?.margin.markets.find((one) => one.symbolName === symbol.replace('_', '/'))?.leverage ?? leverage;
  // The exchange offers only leverages with levels.
  const steps = (rules?.margin.levels ?? []).map((one) => one.leverage).filter((step) => step <= most);
  const offered = [...new Set([...steps, leverage])].toSorted((a, b) => a - b);
  const levels = rules?.margin.levels.find((one) => one.leverage === chosen);
  const busy = write.state.step === 'sending' || write.state.step === 'unknown';
  const send = async (): Promise<void> => {
    const settled = await write.run('wallet.fixed.updateLeverageRadio', { symbol, leverageRadio: chosen });
    if (!settled) return;
    reread();
    if (settled.how === 'answered') {
      const { limitBefore, limitAfter, coin } = settled.data;
      toast({
        kind: 'done',
        title: <Trans>Leverage set to {chosen}×</Trans>,
        text: (
          <Trans comment="What one may borrow before and after the change">
            You may borrow <NumMoney value={limitAfter} asset={coin} showAsset />, before{' '}
            <NumMoney value={limitBefore} asset={coin} />.
          </Trans>
        ),
      });
    }
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Leverage of {{ market: symbol.replace('_', '/') }}</Trans>}
      safe={<Trans>Close</Trans>}
      act={{
        label: <Trans comment="Button: sets the leverage">Set</Trans>,
        onClick: () => void send(),
        busy,
        disabled: chosen === leverage,
      }}
    >
      <div className={style['form']}>
        <Segmented
          label={t`Leverage`}
          value={String(chosen)}
          choices={offered.map((step) => ({ key: String(step), label: `${step}×` }))}
          onChange={(key) => {
            write.forget();
            setChosen(offered.find((step) => String(step) === key) ?? leverage);
          }}
        />
        {write.state.step === 'unknown' ? (
          <UnknownLine />
        ) : (
          <WhyLine need={write.state.step === 'refused'}>
            {write.state.step === 'refused' ? (
              <RefusedWords state={write.state} />
            ) : levels ? (
              <Trans comment="Levels that come with a leverage">
                At {chosen}× the level after borrowing is at least {{ borrow: levels.borrow }}, a margin call comes at{' '}
                {{ call: levels.call }}, liquidation at {{ liquidation: levels.liquidation }}.
              </Trans>
            ) : (
              <Trans>Higher leverage lets you borrow more, and is liquidated sooner.</Trans>
            )}
          </WhyLine>
        )}
      </div>
    </Dialog>
  );
}
