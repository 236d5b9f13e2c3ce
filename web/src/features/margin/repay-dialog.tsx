// Repaying: interest first, then principal; all of it or a part.

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { addDecimals, Dialog, NumberField, NumMoney, toast, ValueChange, WhyLine } from '@vitrine/ui';
import { useState } from 'react';
import { queryOf } from '../../api/index.ts';
import { useUserFeed } from '../../live/index.ts';
import { RefusedWords, UnknownLine, useWrite } from '../../ticket/index.ts';
import { accountInput, type LoanDialogProps } from './borrow-dialog.tsx';
import { useProperty, useReread } from './data.ts';
import { isAll, mostRepaid, type Owed, scaleOf, summariseRepay, validateRepay } from './form.ts';
import { CoinField } from './coin-field.tsx';
import { LoanProblemWords } from './words.tsx';
import style from './margin.module.css';

const MOST_DECIMALS = 8;

export function RepayDialog({ of, coin: first, coins, onClose }: LoanDialogProps) {
  const user = useUserFeed();
  const reread = useReread();
  const write = useWrite();
  const [coin, setCoin] = useState(first);
  const [amount, setAmount] = useState('');
  const property = useProperty(of, true).data;
  const rate = useQuery(queryOf('wallet.getCanborrow', { ...accountInput(of), coin }, 'lazy')).data;
  const line = property?.list.find((one) => one.coin === coin);
  const owed: Owed | undefined = line && {
    principal: line.borrowed,
    interest: line.interest,
    available: line.available,
  };
  const problem = validateRepay(amount, owed);
  const summary = owed && summariseRepay(amount, owed);
  const busy = write.state.step === 'sending' || write.state.step === 'unknown';
  const choose = (next: string): void => {
    write.forget();
    setCoin(next);
    setAmount('');
  };
  const edit = (text: string): void => {
    write.forget();
    setAmount(text);
  };
  const send = async (): Promise<void> => {
    if (problem !== undefined || owed === undefined || busy) return;
    const text = amount.replace(/\.$/, '');
    const what = isAll(text, owed) ? { all: true } : { amount: text };
    const settled = await write.run('wallet.still', { ...accountInput(of), coin, ...what });
    if (!settled) return;
    user?.resync(settled.how === 'answered' ? settled.data.seq : settled.seq);
    reread();
    const paid = settled.how === 'answered' ? addDecimals(settled.data.interestPaid, settled.data.principalPaid) : text;
    toast({ kind: 'done', title: <Trans>Repaid</Trans>, text: <NumMoney value={paid} asset={coin} showAsset /> });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Repay {coin}</Trans>}
      safe={<Trans>Close</Trans>}
      act={{
        label: <Trans comment="Button: pays a loan back">Repay</Trans>,
        onClick: () => void send(),
        busy,
        disabled: problem !== undefined,
      }}
    >
      <div className={style['form']}>
        <CoinField coin={coin} coins={coins} onChange={choose} />
        <NumberField
          label={<Trans context="money">Amount</Trans>}
          aside={
            <Trans comment="Right of the amount: what the account has">
              Available <NumMoney value={owed?.available} asset={coin} />
            </Trans>
          }
          name="amount"
          value={amount}
          onChange={edit}
          decimals={owed ? scaleOf(owed.principal) : MOST_DECIMALS}
          unit={coin}
          quick={
            <button
              type="button"
              className="v-link"
              data-testid="all"
              disabled={owed === undefined}
              onClick={() => owed && edit(mostRepaid(owed))}
            >
              <Trans comment="Fills in all that is owed, as far as it is there">All</Trans>
            </button>
          }
        />
        <ValueChange
          small
          pending={busy}
          title={<Trans comment="Head: figures after a repayment">If you repay</Trans>}
          rows={[
            {
              key: 'owed',
              label: <Trans comment="Debt of a margin wallet">You owe</Trans>,
              now: <NumMoney value={owed && addDecimals(owed.principal, owed.interest)} asset={coin} />,
              after: <NumMoney value={summary?.left} asset={coin} />,
            },
            {
              key: 'available',
              label: <Trans>Available</Trans>,
              now: <NumMoney value={owed?.available} asset={coin} />,
              after: <NumMoney value={summary?.availableAfter} asset={coin} />,
            },
            {
              key: 'interest',
              label: <Trans>Of which interest</Trans>,
              only: <NumMoney value={summary?.interest} asset={coin} />,
            },
          ]}
        />
        {write.state.step === 'unknown' ? (
          <UnknownLine />
        ) : (
          <WhyLine need={problem !== undefined || write.state.step === 'refused'}>
            {write.state.step === 'refused' ? (
              <RefusedWords state={write.state} />
            ) : problem ? (
              <LoanProblemWords problem={problem} coin={coin} />
            ) : (
              <Trans comment="principal still owed by the exchange's count">
                A repayment pays interest first. The exchange counts{' '}
                <NumMoney value={rate?.borrowed} asset={coin} showAsset /> of principal.
              </Trans>
            )}
          </WhyLine>
        )}
      </div>
    </Dialog>
  );
}
