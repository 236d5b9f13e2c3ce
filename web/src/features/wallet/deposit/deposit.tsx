// Deposit: the coin, its network, then the address. Beside it the progress, updated with each block.
import { Trans, useLingui } from '@lingui/react/macro';
import type { CoinNetwork, RechargeCurrency } from '@vitrine/contract';
import { ComboField, Empty, ErrorBlock, NumMoney, Pane, SkeletonRows } from '@vitrine/ui';
import { chosenCoin, chosenNetwork, usualTime } from './deposit-form.ts';
import { DepositAddressBlock } from './deposit-address.tsx';
import { DepositList } from './deposit-list.tsx';
import { DepositManual } from './deposit-manual.tsx';
import { useCurrencies } from '../funds-data.ts';
import { Duration, NetworkChoice, Way, type WayStep } from '../funds-parts.tsx';
import { NoCoin } from './no-coin.tsx';
import style from '../funds.module.css';

export interface FundsChoice {
  readonly coin?: string | undefined;
  readonly network?: string | undefined;
}

export interface DepositPageProps extends FundsChoice {
  /** Stores coin and network in the address. */
  readonly onChoose: (choice: FundsChoice) => void;
}

export function DepositPage({ coin, network, onChoose }: DepositPageProps) {
  const { t } = useLingui();
  const currencies = useCurrencies();
  const currency = chosenCoin(currencies.data ?? [], coin);
  const chosen = chosenNetwork(currency, network);
  return (
    <div className={style['page']}>
      <h2 className={style['title']}>
        {currency ? <Trans>Deposit {{ coin: currency.coin }}</Trans> : <Trans comment="Heading">Deposit</Trans>}
      </h2>
      <div className={style['stack']}>
        <Pane>
          {currencies.data === undefined ? (
            currencies.isError ? (
              <ErrorBlock title={<Trans>Couldn’t load the coins</Trans>} onRetry={() => void currencies.refetch()} />
            ) : (
              <div className={style['block']}>
                <SkeletonRows rows={6} />
              </div>
            )
          ) : currency === undefined && coin !== undefined && currencies.data.length > 0 ? (
            <NoCoin name={coin} currencies={currencies.data} onCoin={(next) => onChoose({ coin: next })} />
          ) : currency === undefined ? (
            <Empty title={<Trans>Deposits are unavailable</Trans>} />
          ) : (
            <>
              <div className={`${style['block']} ${style['form']}`}>
                <ComboField
                  label={<Trans comment="Choice of a coin">Coin</Trans>}
                  value={currency.coin}
                  options={currencies.data.map((one) => ({ key: one.coin, label: one.coin, aside: one.name }))}
                  placeholder={t`Find a coin`}
                  onChange={(next) => onChoose({ coin: next })}
                />
                <NetworkChoice
                  networks={currency.networks}
                  value={chosen?.network}
                  onChoose={(next) => onChoose({ coin: currency.coin, network: next })}
                  facts={(one) => <NetworkFacts network={one} coin={currency.coin} />}
                  closed={(one) => !one.open.deposit}
                />
              </div>
              <Address key={`${currency.coin} ${chosen?.network}`} currency={currency} network={chosen} />
            </>
          )}
        </Pane>
      </div>
      <div className={style['stack']}>
        <Pane title={<Trans>What happens next</Trans>} padded>
          <Way steps={depositSteps(chosen)} />
        </Pane>
        <DepositList />
      </div>
    </div>
  );
}

function NetworkFacts({ network, coin }: { readonly network: CoinNetwork; readonly coin: string }) {
  const time = usualTime(network);
  return (
    <>
      <span>
        <Trans comment="Minimum deposit">
          at least <NumMoney value={network.min} asset={coin} showAsset />
        </Trans>
      </span>
      <span>
        {time === undefined ? (
          <Trans comment="How long a deposit takes">reviewed by two staff members</Trans>
        ) : (
          <Trans comment="How long a deposit takes">
            {{ confirmations: network.confirmations }} confirmations, about <Duration ms={time} />
          </Trans>
        )}
      </span>
    </>
  );
}

function Address({
  currency,
  network,
}: {
  readonly currency: RechargeCurrency;
  readonly network: CoinNetwork | undefined;
}) {
  if (network === undefined)
    return (
      <Empty title={<Trans>Choose the network first</Trans>}>
        <Trans>
          It must be the network your wallet sends over. What is sent over another network may be lost permanently.
        </Trans>
      </Empty>
    );
  if (!network.open.deposit)
    return (
      <Empty title={<Trans>Deposits on this network are paused</Trans>}>
        <Trans>Do not send anything to an address of this network now. Another network may be available.</Trans>
      </Empty>
    );
  if (network.rail === 'manual') return <DepositManual coin={currency.coin} network={network} />;
  return <DepositAddressBlock coin={currency.coin} network={network} />;
}

/** The steps of a deposit over a network; those of a chain until one is chosen. */
function depositSteps(network: CoinNetwork | undefined): readonly WayStep[] {
  if (network?.rail === 'manual')
    return [
      {
        key: 'paid',
        title: <Trans comment="Step of a deposit by bank">You pay</Trans>,
        text: <Trans>By bank or in cash. Keep the receipt: its screenshot is the proof.</Trans>,
      },
      {
        key: 'reported',
        title: <Trans comment="Step of a deposit by bank">You report it</Trans>,
        text: <Trans>Amount and screenshot, in this form.</Trans>,
      },
      {
        key: 'review',
        title: <Trans comment="Step of a deposit or withdrawal">Review</Trans>,
        when: <Trans>1 to 3 business days</Trans>,
        text: <Trans>Two staff members compare it with the bank. The bank’s figure counts.</Trans>,
      },
      {
        key: 'credited',
        title: <Trans comment="Step of a deposit">Credited</Trans>,
        text: <Trans>In your Spot wallet. Swap it to USDT whenever you like.</Trans>,
      },
    ];
  const time = network && usualTime(network);
  const count = network?.confirmations ?? 12;
  return [
    {
      key: 'send',
      title: <Trans comment="Step of a deposit">You send</Trans>,
      text: <Trans>From your own wallet, over the network you chose here.</Trans>,
    },
    {
      key: 'seen',
      title: <Trans comment="Step of a deposit">Seen</Trans>,
      when: network === undefined || network.blockTime === null ? undefined : <Duration ms={network.blockTime} />,
      text: <Trans>It appears below as soon as it is in a block.</Trans>,
    },
    {
      key: 'counted',
      title: <Trans comment="Step of a deposit: its blocks are counted">Counted</Trans>,
      when: time === undefined ? undefined : <Duration ms={time} />,
      text: <Trans>{count} confirmations, counted as they arrive. A replaced block starts the count again.</Trans>,
    },
    {
      key: 'credited',
      title: <Trans comment="Step of a deposit">Credited</Trans>,
      text: <Trans>In your Spot wallet, with an entry in your transaction history that says where it came from.</Trans>,
    },
  ];
}
