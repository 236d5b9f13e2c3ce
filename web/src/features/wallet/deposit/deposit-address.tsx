// The deposit address: its QR code, its groups of four, and what must not be sent to it; in practice mode an external
// payer.
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CoinNetwork } from '@vitrine/contract';
import { ErrorBlock, Note, NumCount, NumMoney, SkeletonRows } from '@vitrine/ui';
import { queryOf } from '../../../api/index.ts';
import { CopyButton, QrCode } from '../../../media/index.ts';
import { runtimeConfig } from '../../../runtime/index.ts';
import { Hint } from '../../../hint/index.ts';
import { DepositPractice } from './deposit-practice.tsx';
import { Facts, GroupedAddress } from '../funds-parts.tsx';
import { useNetworkName } from '../funds-words.tsx';
import style from '../funds.module.css';

export interface DepositAddressBlockProps {
  readonly coin: string;
  readonly network: CoinNetwork;
}

export function DepositAddressBlock({ coin, network }: DepositAddressBlockProps) {
  const { t } = useLingui();
  const nameOf = useNetworkName();
  const name = nameOf(network.network);
  const address = useQuery(queryOf('assets.getDepositAddress', { coin, network: network.network }, 'constant'));
  if (address.data === undefined)
    return (
      <div className={style['block']}>
        {address.isError ? (
          <ErrorBlock title={<Trans>Couldn’t load your address</Trans>} onRetry={() => void address.refetch()} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
    );
  const { data } = address;
  return (
    <>
      <div className={style['block']}>
        <div className={style['receive']}>
          <QrCode
            text={data.uri}
            label={t({
              message: `QR code of your ${coin} address, ${name}`,
              comment: 'For screen readers; coin and network',
            })}
          />
          <div className={style['receiveSide']}>
            <div>
              <div className={style['label']}>
                <Trans comment="coin and network, e.g. Your USDT address, Ethereum">
                  Your {coin} address, {name}
                </Trans>
              </div>
              <GroupedAddress address={data.address} large />
            </div>
            <CopyButton text={data.address} label={<Trans>Copy the address</Trans>} />
            {data.memo === null ? null : (
              <div>
                <div className={style['label']}>
                  <Trans comment="A second text some networks want beside the address">Memo, needed too</Trans>
                </div>
                <div className="v-row">
                  <b className="v-num">{data.memo}</b>
                  <CopyButton text={data.memo} />
                </div>
              </div>
            )}
            <p className="v-12 v-ink-3">
              <Trans>
                Compare the first and the last characters after pasting. The address stays yours: you can use it again.
              </Trans>
            </p>
          </div>
        </div>
      </div>
      <div className={style['block']}>
        <Facts
          rows={[
            {
              key: 'min',
              label: <Trans comment="Minimum deposit">Minimum</Trans>,
              value: <NumMoney value={data.min} asset={coin} showAsset />,
            },
            {
              key: 'count',
              label: (
                <Hint of="confirmations">
                  <Trans comment="Blocks on top of a transaction">Confirmations</Trans>
                </Hint>
              ),
              value: <NumCount value={data.confirmations} />,
            },
            {
              key: 'wallet',
              label: <Trans comment="Which wallet a deposit reaches">Arrives in</Trans>,
              value: <Trans comment="Wallet">Spot</Trans>,
            },
            ...(network.code === null
              ? []
              : [
                  {
                    key: 'code',
                    label: <Trans comment="Contract or chain id, for wallets that ask">Contract or network</Trans>,
                    value: network.code,
                  },
                ]),
          ]}
        />
      </div>
      <div className={style['block']}>
        <Note tone="warn" icon={<IconAlertTriangle stroke={1.75} aria-hidden="true" />}>
          <Trans comment="coin and network">
            Send only {coin}, and only over this network: {name}. Another coin or another network to this address may be
            lost permanently. Less than the minimum is not credited and not returned.
          </Trans>
        </Note>
      </div>
      {runtimeConfig().mode === 'practice' && network.network === 'practice' ? (
        <DepositPractice coin={coin} network={network} address={data.address} />
      ) : null}
    </>
  );
}
