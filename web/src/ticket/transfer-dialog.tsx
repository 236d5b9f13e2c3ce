// Transfers between wallets from within the ticket: immediately, and in full or not at all.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import {
  compareDecimal,
  Dialog,
  NumberField,
  NumMoney,
  SelectField,
  toast,
  ValueChange,
  WhyLine,
  addDecimals,
} from '@vitrine/ui';
import { useEffect, useState } from 'react';
import { ApiFault, mayBeDone, NoAnswer, useSettle } from '../api/index.ts';
import { type BalancesStore, useSelected, useUserFeed } from '../live/index.ts';
import { toText, toUnits } from './units.ts';
import { RefusedWords } from './parts.tsx';
import { faultWords } from './submit.ts';
import style from './ticket.module.css';

/** The wallets available here (calls §9); others are added with their products. */
const WALLETS = ['1', '2', '3', '4', '5', '6', '7'] as const;
export type MovableWallet = (typeof WALLETS)[number];
const ISOLATED = '5';
const MOST_DECIMALS = 8;

export interface TransferDialogProps {
  readonly open: boolean;
  readonly coin: string;
  readonly coins: readonly string[];
  /** The ticket's wallet, the target of the transfer. */
  readonly to?: MovableWallet;
  /** Market (`BTC_USDT`) whose isolated margin account may be selected; absent: none. */
  readonly isolated?: string;
  readonly onClose: () => void;
}

export function TransferDialog({ open, ...rest }: TransferDialogProps) {
  // Mounted anew each time it opens, so that it does not keep an old amount.
  return open ? <TransferForm {...rest} /> : null;
}

function TransferForm({ coin, coins, to: target = '1', isolated, onClose }: Omit<TransferDialogProps, 'open'>) {
  const queries = useQueryClient();
  const user = useUserFeed();
  const [from, setFrom] = useState<MovableWallet>(target === '1' ? '2' : '1');
  const [to, setTo] = useState<MovableWallet>(target);
  const [chosen, setChosen] = useState(coin);
  const [amount, setAmount] = useState('');
  const [busy, setBusy] = useState<'no' | 'sending' | 'unknown'>('no');
  const [refused, setRefused] = useState<ApiFault | NoAnswer>();
  useEffect(() => user?.holdWallet(from), [user, from]);
  useEffect(() => user?.holdWallet(to), [user, to]);
  const names = useWalletNames();
  const source = useAvailable(from, chosen, isolated);
  const there = useAvailable(to, chosen, isolated);
  // One scale for parsing and sending: with two different ones, a typed 30.00 would be sent as 3,000.
  const scale = scaleOf(source);
  const units = toUnits(amount, scale);
  const text = units === undefined ? undefined : toText(units, scale);
  const enough = text !== undefined && source !== undefined && compareDecimal(text, source) <= 0;
  const ready = from !== to && units !== undefined && units > 0n && enough;

  const settle = useSettle();
  const send = async (): Promise<void> => {
    if (!ready || text === undefined) return;
    setBusy('sending');
    setRefused(undefined);
    try {
      const settled = await settle(
        'userCoin.transfer',
        { from, to, coin: chosen, amount: text, ...((from === ISOLATED || to === ISOLATED) && { symbol: isolated }) },
        { onUnknown: () => setBusy('unknown') },
      );
      user?.resync(settled.how === 'answered' ? settled.data.seq : settled.seq);
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => /^(assets|wallet|userCoin)\./.test(String(queryKey[0])),
      });
      toast({
        kind: 'done',
        title: <Trans comment="State of a transfer">Transferred</Trans>,
        text: <NumMoney value={text} asset={chosen} showAsset />,
      });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
      setRefused(error);
    } finally {
      setBusy('no');
    }
  };

  const options = (other: MovableWallet) =>
    WALLETS.filter((key) => key !== other && (key !== ISOLATED || isolated !== undefined)).map((key) => ({
      key,
      label: names[key],
    }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Transfer between wallets</Trans>}
      safe={<Trans>Close</Trans>}
      act={{ label: <Trans>Transfer</Trans>, onClick: () => void send(), busy: busy !== 'no', disabled: !ready }}
    >
      <div className={style['transfer']}>
        <SelectField
          label={<Trans comment="Wallet the money leaves">From</Trans>}
          value={from}
          options={options(to)}
          onChange={setFrom}
        />
        <SelectField
          label={<Trans comment="Wallet the money enters">To</Trans>}
          value={to}
          options={options(from)}
          onChange={setTo}
        />
        <SelectField
          label={<Trans>Coin</Trans>}
          value={chosen}
          options={coins.map((key) => ({ key, label: key }))}
          onChange={setChosen}
        />
        <NumberField
          label={<Trans context="money">Amount</Trans>}
          aside={
            <>
              <Trans>Available</Trans> <NumMoney value={source} asset={chosen} />
            </>
          }
          name="amount"
          value={amount}
          onChange={setAmount}
          decimals={scale}
          unit={chosen}
          quick={
            <button type="button" className="v-link" onClick={() => setAmount(source ?? '')}>
              <Trans comment="Fills in all that is available">All</Trans>
            </button>
          }
        />
        <ValueChange
          small
          pending={busy !== 'no'}
          title={<Trans comment="Head: figures after the transfer">If you transfer</Trans>}
          rows={[
            {
              key: 'from',
              label: names[from],
              now: <NumMoney value={source} asset={chosen} />,
              after: <NumMoney value={shifted(source, text, -1)} asset={chosen} />,
            },
            {
              key: 'to',
              label: names[to],
              now: <NumMoney value={there} asset={chosen} />,
              after: <NumMoney value={shifted(there, text, 1)} asset={chosen} />,
            },
          ]}
        />
        <WhyLine need={!ready || refused !== undefined}>
          {refused ? (
            <RefusedWords
              state={{ step: 'refused', words: faultWords(refused), outcome: mayBeDone(refused) ? 'unknown' : 'none' }}
            />
          ) : busy === 'unknown' ? (
            <span role="status" data-testid="unknown">
              <Trans>We are checking with the exchange. It is not sent twice.</Trans>
            </span>
          ) : ready ? (
            <Trans>Transfers take effect at once, without a fee.</Trans>
          ) : units === undefined || units === 0n ? (
            <Trans context="money">Enter an amount.</Trans>
          ) : (
            <Trans>More than the balance of this wallet.</Trans>
          )}
        </WhyLine>
      </div>
    </Dialog>
  );
}

function useAvailable(walletType: string, coin: string, isolated: string | undefined): string | undefined {
  const user = useUserFeed();
  return useSelected(
    user?.balances,
    (store: BalancesStore) =>
      store.get(walletType, coin, walletType === ISOLATED ? isolated?.replace('_', '/') : null)?.available ??
      (store.loaded(walletType) ? '0' : undefined),
    undefined,
  );
}

/** The balance after the transfer; undefined while one of the two is unknown. */
function shifted(balance: string | undefined, amount: string | undefined, sign: 1 | -1): string | undefined {
  return balance === undefined || amount === undefined
    ? undefined
    : addDecimals(balance, sign < 0 ? `-${amount}` : amount);
}

/** A balance has its coin's scale. */
function scaleOf(balance: string | undefined): number {
  const point = balance?.indexOf('.') ?? -1;
  return balance === undefined || point < 0 ? MOST_DECIMALS : balance.length - point - 1;
}

function useWalletNames(): Record<MovableWallet, string> {
  const { t } = useLingui();
  return {
    '1': t({ message: 'Spot', comment: 'Name of a wallet' }),
    '2': t({ message: 'USDT perpetuals', comment: 'Name of a wallet' }),
    '3': t({ message: 'Coin-margined perpetuals', comment: 'Name of a wallet' }),
    '4': t({ message: 'Cross margin', comment: 'Name of a wallet' }),
    '5': t({ message: 'Isolated margin', comment: 'Name of a wallet' }),
    '6': t({ message: 'Second contracts', comment: 'Name of a wallet' }),
    '7': t({ message: 'Finance', comment: 'Name of a wallet' }),
  };
}
