// The receipt: jagged paper edges, dashed lines between its parts, and the journal hash as bars for visual comparison.
import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatCount } from '../number/index.ts';
import { useFormat } from '../output/index.ts';
import style from './paper.module.css';

export function Slip({ children }: { readonly children: ReactNode }) {
  return <div className={style['slip']}>{children}</div>;
}

export function SlipCut() {
  return <hr className={style['cut']} />;
}

export interface SlipLine {
  readonly key: string;
  readonly label: ReactNode;
  /** Without it, the label takes the whole line. */
  readonly value?: ReactNode;
}

export function SlipLines({ lines }: { readonly lines: readonly SlipLine[] }) {
  return (
    <dl className={style['lines']}>
      {lines.map((line) => (
        <div key={line.key} style={{ display: 'contents' }}>
          <dt className={line.value === undefined ? style['whole'] : undefined}>{line.label}</dt>
          {line.value === undefined ? null : <dd>{line.value}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** The amount of the receipt, large. */
export function SlipSum({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={style['sum']}>
      <span className="v-strong">{label}</span>
      <span>{children}</span>
    </div>
  );
}

/** Digits that a mark draws; the journal's hashes have 32. */
const digits = 32;
const pitch = 6;
const height = 14;

/** Draws a hash as 32 bars, one per hexadecimal digit, with heights by value. */
export function JournalMark({ hash }: { readonly hash: string }) {
  const { t } = useLingui();
  const bars = Array.from(hash.slice(0, digits), (digit) => Number.parseInt(digit, 16));
  return (
    <svg
      className={style['mark']}
      viewBox={`0 0 ${digits * pitch - 2} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t({ message: `Journal hash ${hash}`, comment: 'hash: the journal hash in hexadecimal digits' })}
    >
      {bars.map((value, index) => {
        const size = Number.isNaN(value) ? 0 : 1.2 + (value * (height - 1.2)) / 15;
        return <rect key={index} x={index * pitch} y={height - size} width={4} height={size} />;
      })}
    </svg>
  );
}

/** The mark with the first and last digits of its hash and the journal row. */
export function JournalLine({ hash, row }: { readonly hash: string; readonly row: number }) {
  const { tag } = useFormat();
  const short = `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`;
  const number = formatCount(row, { tag });
  return (
    <div>
      <JournalMark hash={hash} />
      <div className="v-row v-between v-11 v-ink-3 v-num" style={{ marginTop: 6 }}>
        <span>
          <Trans comment="short: shortened hash">Journal {short}</Trans>
        </span>
        <span>
          <Trans comment="number: row of the journal">row {number}</Trans>
        </span>
      </div>
    </div>
  );
}
