// Practice mode: an external wallet pays to the user's address, so that they can watch a deposit from its first block.
import { useState } from 'react';
import { IconPencil } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { CoinNetwork, Decimal } from '@vitrine/contract';
import { Button, NumberField, NumMoney, Tag, WhyLine, toast } from '@vitrine/ui';
import { RefusedWords, UnknownLine, useWrite } from '../../../ticket/index.ts';
import { amountFault, stepDecimals, summarisePractice } from './deposit-form.ts';
import { useFundsChanged } from '../funds-data.ts';
import style from '../funds.module.css';

export interface DepositPracticeProps {
  readonly coin: string;
  readonly network: CoinNetwork;
  readonly address: string;
}

export function DepositPractice({ coin, network, address }: DepositPracticeProps) {
  const changed = useFundsChanged();
  const write = useWrite();
  const [amount, setAmount] = useState('');
  const [left, setLeft] = useState<Decimal>();
  const fault = amountFault(amount, network);
  // An amount below the minimum is permitted here: its outcome is part of the lesson.
  const wrong = fault !== undefined && fault.kind !== 'least';
  const summary = wrong ? undefined : summarisePractice(amount, network);
  const busy = write.state.step === 'sending' || write.state.step === 'unknown';
  const send = async (): Promise<void> => {
    if (wrong || busy) return;
    const text = amount.replace(/\.$/, '') as Decimal;
    const settled = await write.run('practice.send', { coin, address, amount: text });
    if (!settled) return;
    if (settled.how === 'answered') setLeft(settled.data.left);
    toast({
      id: 'practice-send',
      kind: 'done',
      title: <Trans>The external wallet has sent it</Trans>,
      text: <NumMoney value={text} asset={coin} showAsset />,
    });
    setAmount('');
    changed();
  };
  return (
    <form
      className={`${style['block']} ${style['form']}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="v-row v-wrap">
        <h3>
          <Trans>Send from a wallet outside</Trans>
        </h3>
        <Tag tone="pencil">
          <IconPencil className="v-i-14" stroke={1.75} aria-hidden="true" />
          <Trans comment="Label of what exists in practice mode only">Practice</Trans>
        </Tag>
      </div>
      <p className="v-13 v-ink-2">
        <Trans>
          There is no real chain in practice mode. This simulates an external wallet that pays to your address above.
        </Trans>
      </p>
      <NumberField
        label={<Trans context="money">Amount</Trans>}
        aside={
          left === undefined ? undefined : (
            <Trans comment="How much the practice wallet may still send today">
              <NumMoney value={left} asset={coin} showAsset /> left today
            </Trans>
          )
        }
        name="amount"
        value={amount}
        onChange={(text) => {
          write.forget();
          setAmount(text);
        }}
        decimals={stepDecimals(network.step)}
        unit={coin}
      />
      <div>
        <Button type="submit" size="large" disabled={wrong} busy={busy} aria-describedby="practice-why">
          <Trans comment="Button: the practice wallet pays">Send to my address</Trans>
        </Button>
        {write.state.step === 'unknown' ? (
          <UnknownLine />
        ) : (
          <WhyLine id="practice-why" need={wrong || summary?.below === true || write.state.step === 'refused'}>
            {write.state.step === 'refused' ? (
              <RefusedWords state={write.state} />
            ) : summary === undefined ? (
              <Trans>Not yet: enter an amount.</Trans>
            ) : summary.below ? (
              <Trans>
                Below the minimum of <NumMoney value={network.min} asset={coin} showAsset />: it will be seen and not
                credited.
              </Trans>
            ) : (
              <Trans>
                Credits <NumMoney value={summary.credited} asset={coin} showAsset /> after{' '}
                {{ confirmations: network.confirmations }} confirmations.
              </Trans>
            )}
          </WhyLine>
        )}
      </div>
    </form>
  );
}
