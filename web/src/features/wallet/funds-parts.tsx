// Shared parts of deposit and withdrawal: network choice, address display, confirmations, steps.
import { useId, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CoinNetwork } from '@vitrine/contract';
import { classes, NumCount } from '@vitrine/ui';
import { CopyButton } from '../../media/index.ts';
import { Hint } from '../../hint/index.ts';
import { groupAddress, shortAddress } from './funds-address.ts';
import { useNetworkName } from './funds-words.tsx';
import style from './funds.module.css';

/** An address in groups of four with emphasised ends; screen readers read it whole. */
export function GroupedAddress({ address, large = false }: { readonly address: string; readonly large?: boolean }) {
  const { first, middle, last } = groupAddress(address);
  return (
    <span className={classes(style['address'], large && style['large'])}>
      <span className="v-hidden">{address}</span>
      <span aria-hidden="true">
        <b>{first}</b>
        {middle.map((group, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- equal groups may stand in one address
          <span key={at}>{group}</span>
        ))}
        {last === '' ? null : <b>{last}</b>}
      </span>
    </span>
  );
}

/** A transaction id: its ends and a copy button, because nobody types it. */
export function CopiedShort({ text }: { readonly text: string }) {
  return (
    <span className={style['copied']}>
      <span className="v-num" title={text}>
        {shortAddress(text)}
      </span>
      <CopyButton text={text} />
    </span>
  );
}

/** Maximum marks; beyond it, each mark stands for several blocks. */
const MOST_MARKS = 12;

/** The confirmations so far: a mark for each, and the figures. */
export function Confirmations({ count, needed }: { readonly count: number; readonly needed: number }) {
  const { t } = useLingui();
  const marks = Math.min(needed, MOST_MARKS);
  const shown = Math.min(count, needed);
  const full = needed === 0 ? 0 : Math.trunc((shown * marks) / needed);
  return (
    <span
      className={style['count']}
      role="img"
      data-count={shown}
      data-needed={needed}
      aria-label={t({ message: `${shown} of ${needed} confirmations`, comment: 'How many blocks are counted' })}
    >
      <span className={style['marks']}>
        {Array.from({ length: marks }, (_, at) => (
          <i key={at} data-on={at < full || undefined} />
        ))}
      </span>
      <span className="v-num v-12">
        <Trans comment="Confirmations counted so far, e.g. 7 of 12">
          <NumCount value={shown} /> of <NumCount value={needed} />
        </Trans>
      </span>
    </span>
  );
}

/** The networks of a coin side by side. A wrong choice loses the money. */
export function NetworkChoice({
  networks,
  value,
  onChoose,
  facts,
  closed,
}: {
  readonly networks: readonly CoinNetwork[];
  readonly value: string | undefined;
  readonly onChoose: (network: string) => void;
  /** Facts of each network: its minimum, duration, fee. */
  readonly facts: (network: CoinNetwork) => ReactNode;
  /** Whether it is unavailable now. */
  readonly closed: (network: CoinNetwork) => boolean;
}) {
  const name = useId();
  const label = useId();
  const nameOf = useNetworkName();
  return (
    <div>
      <div className={style['label']} id={label}>
        <Hint of="network">
          <Trans comment="The chain a coin is sent over">Network</Trans>
        </Hint>
      </div>
      <div className={style['networks']} role="radiogroup" aria-labelledby={label}>
        {networks.map((network) => (
          <label key={network.network} className={style['network']} data-closed={closed(network) || undefined}>
            <input
              type="radio"
              name={name}
              value={network.network}
              checked={network.network === value}
              onChange={() => onChoose(network.network)}
            />
            <span className={style['networkName']}>
              {nameOf(network.network)}
              {closed(network) ? (
                <span className="v-12 v-warn">
                  <Trans context="network" comment="A network that cannot be used now">
                    closed
                  </Trans>
                </span>
              ) : null}
            </span>
            <span className={style['networkFacts']}>{facts(network)}</span>
          </label>
        ))}
      </div>
    </div>
  );
}

export interface WayStep {
  readonly key: string;
  readonly title: ReactNode;
  /** When, or how long. */
  readonly when?: ReactNode;
  readonly text?: ReactNode;
  readonly state?: 'done' | 'here' | 'failed' | undefined;
}

/** The steps in order, with the current one while in progress. */
export function Way({ steps }: { readonly steps: readonly WayStep[] }) {
  return (
    <ol className={style['way']}>
      {steps.map((step) => (
        <li key={step.key} data-state={step.state} aria-current={step.state === 'here' ? 'step' : undefined}>
          <div className={style['wayTitle']}>
            <b>{step.title}</b>
            {step.when === undefined ? null : <span>{step.when}</span>}
          </div>
          {step.text === undefined ? null : <div className={style['wayText']}>{step.text}</div>}
        </li>
      ))}
    </ol>
  );
}

/** Facts in two columns. */
export function Facts({
  rows,
}: {
  readonly rows: readonly { readonly key: string; readonly label: ReactNode; readonly value: ReactNode }[];
}) {
  return (
    <dl className={style['facts']}>
      {rows.map((row) => (
        <div key={row.key}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A duration as text: seconds, minutes, hours; rounded up. */
export function Duration({ ms }: { readonly ms: number }) {
  const seconds = Math.trunc((ms + 999) / 1000);
  const minutes = Math.trunc((seconds + 59) / 60);
  if (seconds < 100)
    return (
      <Trans comment="A length of time in seconds">
        <NumCount value={seconds} /> s
      </Trans>
    );
  if (minutes < 100)
    return (
      <Trans comment="A length of time in minutes">
        <NumCount value={minutes} /> min
      </Trans>
    );
  return (
    <Trans comment="A length of time in hours">
      <NumCount value={Math.trunc((minutes + 59) / 60)} /> h
    </Trans>
  );
}
