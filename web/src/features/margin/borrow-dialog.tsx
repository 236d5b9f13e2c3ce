// Borrowing: coin and amount, its effect on margin level and liquidation, the interest of the first hour.

import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BorrowPreview, CanBorrow } from '@vitrine/contract';
import { Dialog, NumberField, NumExact, NumMoney, NumPrice, NumRate, toast, ValueChange, WhyLine } from '@vitrine/ui';
import { useDeferredValue, useState } from 'react';
import { queryOf } from '../../api/index.ts';
import { refusalText } from '../../i18n/index.ts';
import { useUserFeed } from '../../live/index.ts';
import { RefusedWords, toShortText, toUnits, UnknownLine, useWrite } from '../../ticket/index.ts';
import { type MarginAccount, useReread } from './data.ts';
import { scaleOf, validateBorrow } from './form.ts';
import { CoinField } from './coin-field.tsx';
import { LoanProblemWords } from './words.tsx';
import style from './margin.module.css';

const PARTS = [25, 50, 100] as const;
const MOST_DECIMALS = 8;
/** Polling interval of the dry run and the borrowing limit while shown, ms. */
const REREAD_MS = 3_000;

export interface LoanDialogProps {
  readonly of: MarginAccount;
  readonly coin: string;
  readonly coins: readonly string[];
  readonly onClose: () => void;
}

/** The account fields of a call's input. */
export function accountInput(of: MarginAccount) {
  return of.account === 'fixed' ? { account: of.account, symbol: of.symbol } : { account: of.account };
}

export function BorrowDialog({ of, coin: first, coins, onClose }: LoanDialogProps) {
  const { t } = useLingui();
  const user = useUserFeed();
  const reread = useReread();
  const write = useWrite();
  const [coin, setCoin] = useState(first);
  const [amount, setAmount] = useState('');
  const limits = useQuery({
    ...queryOf('wallet.getCanborrow', { ...accountInput(of), coin }, 'lazy'),
    refetchInterval: REREAD_MS,
  }).data;
  const problem = validateBorrow(amount, limits?.coin === coin ? limits : undefined);
  const asked = useDeferredValue(amount.replace(/\.$/, ''));
  const preview = useQuery({
    ...queryOf('wallet.preborrow', { ...accountInput(of), coin, amount: asked }, 'lazy'),
    enabled: problem === undefined && asked !== '',
    placeholderData: keepPreviousData,
    refetchInterval: REREAD_MS,
  }).data;
  const shown = problem === undefined ? preview : undefined;
  const refusal = shown && shown.code !== 200 ? refusalText(shown) : undefined;
  const busy = write.state.step === 'sending' || write.state.step === 'unknown';
  const blocked = problem !== undefined || refusal !== undefined;
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
    if (blocked || busy) return;
    const text = amount.replace(/\.$/, '');
    const settled = await write.run('wallet.borrow', { ...accountInput(of), coin, amount: text });
    if (!settled) return;
    user?.resync(settled.how === 'answered' ? settled.data.seq : settled.seq);
    reread();
    toast({
      kind: 'done',
      title: (
        <Trans context="done" comment="Notice: the loan was taken">
          Borrowed
        </Trans>
      ),
      text: <NumMoney value={text} asset={coin} showAsset />,
    });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        of.account === 'all' ? (
          <Trans>Borrow in cross margin</Trans>
        ) : (
          <Trans>Borrow in {{ market: of.symbol.replace('_', '/') }}</Trans>
        )
      }
      safe={<Trans>Close</Trans>}
      act={{
        label: <Trans comment="Button: takes the loan">Borrow</Trans>,
        onClick: () => void send(),
        busy,
        disabled: blocked,
      }}
    >
      <div className={style['form']}>
        <CoinField coin={coin} coins={coins} onChange={choose} />
        <NumberField
          label={<Trans context="money">Amount</Trans>}
          aside={
            <Trans comment="Right of the amount: how much may be borrowed">
              You may borrow <NumMoney value={limits?.canBorrow} asset={coin} />
            </Trans>
          }
          name="amount"
          value={amount}
          onChange={edit}
          decimals={limits ? scaleOf(limits.canBorrow) : MOST_DECIMALS}
          unit={coin}
          quick={<Parts limits={limits} onPart={edit} label={t`% of what can be borrowed`} />}
        />
        <Effect limits={limits} preview={shown} coin={coin} pending={busy} />
        {write.state.step === 'unknown' ? (
          <UnknownLine />
        ) : (
          <WhyLine need={blocked || write.state.step === 'refused'}>
            {write.state.step === 'refused' ? (
              <RefusedWords state={write.state} />
            ) : problem ? (
              <LoanProblemWords problem={problem} coin={coin} />
            ) : (
              (refusal ?? <Trans>Lent at once. Interest runs by the hour; the hour you borrow in counts.</Trans>)
            )}
          </WhyLine>
        )}
      </div>
    </Dialog>
  );
}

function Parts({
  limits,
  onPart,
  label,
}: {
  readonly limits: CanBorrow | undefined;
  readonly onPart: (text: string) => void;
  readonly label: string;
}) {
  if (limits === undefined) return null;
  const scale = scaleOf(limits.canBorrow);
  const most = toUnits(limits.canBorrow, scale) ?? 0n;
  return (
    <span className="v-row" role="group" aria-label={label}>
      {PARTS.map((percent) => (
        <button
          key={percent}
          type="button"
          className="v-link"
          disabled={most === 0n}
          onClick={() => onPart(toShortText((most * BigInt(percent)) / 100n, scale))}
        >
          {percent === 100 ? <Trans comment="All that may be borrowed">Max</Trans> : `${percent}%`}
        </button>
      ))}
    </span>
  );
}

function Effect({
  limits,
  preview,
  coin,
  pending,
}: {
  readonly limits: CanBorrow | undefined;
  readonly preview: BorrowPreview | undefined;
  readonly coin: string;
  readonly pending: boolean;
}) {
  return (
    <ValueChange
      small
      pending={pending}
      title={<Trans comment="Head: figures after borrowing">If you borrow</Trans>}
      rows={[
        {
          key: 'level',
          label: <Trans comment="What one has divided by what one owes">Margin level</Trans>,
          now: <NumExact value={preview?.levelBefore ?? limits?.level} />,
          after: <NumExact value={preview?.levelAfter} />,
        },
        ...(preview !== undefined && (preview.liquidationAfter ?? preview.liquidationBefore) !== null
          ? [
              {
                key: 'liquidation',
                label: <Trans>Liquidation price</Trans>,
                now: <NumPrice value={preview.liquidationBefore} />,
                after: <NumPrice value={preview.liquidationAfter} />,
              },
            ]
          : []),
        {
          key: 'rate',
          label: <Trans>Interest an hour</Trans>,
          only: <NumRate value={limits?.hourRate} decimals={4} />,
        },
        {
          key: 'first',
          label: <Trans>Interest of the first hour</Trans>,
          only: (
            <span data-testid="first-interest">
              <NumMoney value={preview?.firstInterest} asset={coin} showAsset />
            </span>
          ),
        },
      ]}
    />
  );
}
