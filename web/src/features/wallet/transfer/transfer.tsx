// Transfer: moves money between the user's wallets, instantly and free; shows both balances before and after.
import { useReducer, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconArrowsDownUp } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  Button,
  IconButton,
  NumMoney,
  NumberField,
  Pane,
  SelectField,
  ValueChange,
  WhyLine,
  createJoinEqual,
  toast,
} from '@vitrine/ui';
import { queryOf, settle } from '../../../api/index.ts';
import {
  firstTransfer,
  reduceTransfer,
  summariseTransfer,
  transferInput,
  transferWallets,
  validateTransfer,
  type TransferFault,
  type TransferForm,
  type TransferWallet,
} from './transfer-form.ts';
import { useWalletName } from '../words.tsx';
import style from '../wallet.module.css';

/** Default decimals of an asset whose balance is not loaded. */
const usualScale = 8;

function useBalance(wallet: TransferWallet, coin: string) {
  const query = useQuery(queryOf('assets.getCurrencyAccount', { type: wallet, coin }, 'lazy'));
  const found = query.data?.find((balance) => balance.coin === coin);
  return { known: query.isSuccess, available: found?.available ?? (query.isSuccess ? '0' : undefined) };
}

export function Transfer() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const nameOf = useWalletName();
  const [form, act] = useReducer(reduceTransfer, firstTransfer);
  const coins = useQuery(queryOf('userCoin.getUserCoin', {}, 'lazy'));
  const from = useBalance(form.from, form.coin);
  const to = useBalance(form.to, form.coin);
  const balances = { from: from.available, to: to.available };
  const fault = validateTransfer(form, balances);
  const after = summariseTransfer(form, balances);
  const scale = from.available?.split('.')[1]?.length ?? usualScale;
  const [join] = useState(createJoinEqual);
  const move = useMutation({
    mutationFn: (sent: TransferForm) =>
      join(sent, () => settle('userCoin.transfer', transferInput(sent), { notice: 'transfer' })),
    onSuccess: (_settled, sent) => {
      const wallet = nameOf(sent.to);
      toast({
        id: 'transfer',
        kind: 'done',
        state: 'done',
        title: t`Transferred to ${wallet}`,
        text: <NumMoney value={sent.amount} asset={sent.coin} showAsset />,
      });
      act({ set: 'amount', amount: '' });
      return queries.invalidateQueries({
        predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && /^(assets|userCoin|wallet)\./.test(queryKey[0]),
      });
    },
  });
  const wallets = transferWallets.map((key) => ({ key, label: nameOf(key) }));
  const assets = coins.data?.map((coin) => ({ key: coin.coin, label: coin.coin })) ?? [
    { key: form.coin, label: form.coin },
  ];
  return (
    <Pane
      title={<Trans comment="Moving money between one's own wallets">Transfer</Trans>}
      padded
      className={style['narrow']}
    >
      <form
        className={style['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (fault === undefined && !move.isPending) move.mutate(form);
        }}
      >
        <SelectField
          label={<Trans comment="Wallet the money leaves">From</Trans>}
          name="from"
          value={form.from}
          options={wallets}
          onChange={(wallet) => act({ set: 'from', wallet })}
        />
        <div className={style['turn']}>
          <IconButton label={t`Swap the two wallets`} onClick={() => act({ set: 'turn' })}>
            <IconArrowsDownUp stroke={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <SelectField
          label={<Trans comment="Wallet the money reaches">To</Trans>}
          name="to"
          value={form.to}
          options={wallets}
          onChange={(wallet) => act({ set: 'to', wallet })}
        />
        <SelectField
          label={<Trans comment="Coin that is moved">Asset</Trans>}
          name="coin"
          value={form.coin}
          options={assets}
          onChange={(coin) => act({ set: 'coin', coin })}
        />
        <NumberField
          label={<Trans context="money">Amount</Trans>}
          aside={
            <>
              <Trans>Available</Trans> <NumMoney value={from.available} asset={form.coin} unit={form.coin} />
            </>
          }
          name="amount"
          value={form.amount}
          onChange={(amount) => act({ set: 'amount', amount })}
          decimals={scale}
          unit={form.coin}
          error={fault?.kind === 'short' ? <Short lack={fault.lack} coin={form.coin} /> : undefined}
          quick={
            <button
              type="button"
              className="v-link"
              disabled={from.available === undefined}
              onClick={() => act({ set: 'amount', amount: from.available ?? '' })}
            >
              <Trans comment="Fills in everything that is available">All</Trans>
            </button>
          }
        />
        <ValueChange
          pending={move.isPending}
          title={<Trans comment="Head: figures after a line on the chart is moved">If you move it</Trans>}
          rows={[
            {
              key: 'from',
              label: nameOf(form.from),
              now: <NumMoney value={from.available} asset={form.coin} />,
              after: <NumMoney value={after.fromAfter} asset={form.coin} />,
            },
            {
              key: 'to',
              label: nameOf(form.to),
              now: <NumMoney value={to.available} asset={form.coin} />,
              after: <NumMoney value={after.toAfter} asset={form.coin} />,
            },
            {
              key: 'fee',
              label: <Trans comment="What the exchange takes for it">Fee</Trans>,
              only: <NumMoney value="0" asset="USDT" showAsset />,
            },
          ]}
        />
        <div>
          <Button
            tone="main"
            size="large"
            wide
            type="submit"
            disabled={fault !== undefined}
            busy={move.isPending}
            aria-describedby="transfer-why"
          >
            {fault === undefined ? (
              <span>
                <Trans comment="Button with the whole sentence">
                  Transfer <NumMoney value={form.amount.replace(/\.$/, '')} asset={form.coin} /> {{ coin: form.coin }}
                </Trans>
              </span>
            ) : (
              <Trans comment="Button: move money between wallets">Move</Trans>
            )}
          </Button>
          <WhyLine id="transfer-why" need={fault !== undefined}>
            <Why fault={fault} coin={form.coin} />
          </WhyLine>
        </div>
      </form>
    </Pane>
  );
}

function Short({ lack, coin }: { readonly lack: string; readonly coin: string }) {
  return (
    <Trans comment="The amount typed is too large by this much">
      You need <NumMoney value={lack} asset={coin} /> {coin} more.
    </Trans>
  );
}

function Why({ fault, coin }: { readonly fault: TransferFault | undefined; readonly coin: string }) {
  switch (fault?.kind) {
    case undefined:
      return <Trans>Done at once, free of charge.</Trans>;
    case 'amount':
      return <Trans>Not yet: enter an amount.</Trans>;
    case 'zero':
      return <Trans>Not yet: the amount is zero.</Trans>;
    case 'unknown':
      return <Trans>Not yet: your balance is loading.</Trans>;
    case 'short':
      return (
        <Trans comment="Why the button is disabled: so much is missing">
          You need <NumMoney value={fault.lack} asset={coin} /> {coin} more.
        </Trans>
      );
  }
}
