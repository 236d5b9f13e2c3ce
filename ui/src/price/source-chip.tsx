// The source chip: a price's age, its number of sources and its tick number. It opens a list of every source with price
// and age.
import type { ReactElement, ReactNode } from 'react';
import { IconMoon } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatCount, separatorsOf } from '../number/index.ts';
import { Age, NumPrice, Time, useFormat } from '../output/index.ts';
import { Popover } from '../overlay/index.ts';
import { classes } from '../theme/index.ts';
import { formatAge } from '../time/index.ts';
import style from './source-chip.module.css';

/** A price older than this is aging, then stale (milliseconds). */
export const agingAfter = 2_000;
export const staleAfter = 10_000;

export type Freshness = 'fresh' | 'aging' | 'stale' | 'closed' | 'unknown';

/** The freshness of a price of this age. */
export function freshnessOf(age: number | undefined): Freshness {
  if (age === undefined) return 'unknown';
  return age > staleAfter ? 'stale' : age > agingAfter ? 'aging' : 'fresh';
}

export interface PriceSource {
  readonly name: string;
  /** null: the source had no price. */
  readonly price: string | null;
  /** Milliseconds. */
  readonly age: number;
  readonly used: boolean;
  /** Why the source was not used, for the user. */
  readonly reason?: ReactNode;
  readonly median?: boolean;
}

export interface SourceChipProps {
  /** Milliseconds since the tick; undefined before the first tick. */
  readonly age: number | undefined;
  /** The tick's number. */
  readonly seq?: number | undefined;
  /** How many sources were used, of how many; absent when unknown. */
  readonly used?: number | undefined;
  readonly total?: number | undefined;
  /** Needed only while the popover is open. */
  readonly sources?: readonly PriceSource[] | undefined;
  readonly decimals?: number | undefined;
  /** A closed market: when it opens, milliseconds UTC. */
  readonly closed?: { readonly opensAt: number | null } | undefined;
  /** Text instead of the parts: "reconnecting". */
  readonly word?: ReactNode;
  /** Ring and age only, for tables. */
  readonly mini?: boolean;
  /** The popover's footer: the link to the tick. */
  readonly link?: ReactNode;
  /** Called when the popover opens, to load the sources. */
  readonly onOpen?: () => void;
}

const circumference = 2 * Math.PI * 4.5;

function Ring({ age }: { readonly age: number }) {
  const full = Math.max(0, 1 - age / staleAfter);
  return (
    <svg className={style['ring']} viewBox="0 0 12 12" aria-hidden="true">
      <circle cx="6" cy="6" r="4.5" />
      <circle
        cx="6"
        cy="6"
        r="4.5"
        strokeDasharray={`${(circumference * full).toFixed(1)} 30`}
        transform="rotate(-90 6 6)"
      />
    </svg>
  );
}

/** One dot per source; hollow ones were not used. */
export function SourcePips({ used, total }: { readonly used: number; readonly total: number }) {
  return (
    <span className={style['pips']} aria-hidden="true">
      {Array.from({ length: total }, (_, index) => (
        <i key={index} data-off={index >= used || undefined} />
      ))}
    </span>
  );
}

export function SourceChip(props: SourceChipProps) {
  const { age, seq, used, total, sources, decimals, closed, word, mini = false, link, onOpen } = props;
  const { tag } = useFormat();
  const { t } = useLingui();
  const fresh = freshnessOf(age);
  const look = classes(
    style['chip'],
    mini && style['mini'],
    !closed && (fresh === 'aging' || fresh === 'stale') && style['old'],
  );
  if (closed) {
    return (
      <span className={look}>
        <IconMoon size={14} stroke={1.75} aria-hidden="true" />
        {mini || closed.opensAt === null ? (
          <Trans comment="Market state on a chip">closed</Trans>
        ) : (
          <Trans comment="Market state on a chip, followed by the opening time">
            closed, opens <Time at={closed.opensAt} />
          </Trans>
        )}
      </span>
    );
  }
  const shownAge = age === undefined ? '–' : formatAge(age, separatorsOf(tag).decimal);
  const body = (
    <>
      <Ring age={age ?? staleAfter} />
      <span>{shownAge}</span>
      {word === undefined ? null : <span>{word}</span>}
      {mini || used === undefined || total === undefined || total === 0 ? null : (
        <>
          <SourcePips used={used} total={total} />
          <span>
            <Trans comment="Sources used of all sources of a price">
              {used} of {total}
            </Trans>
          </span>
        </>
      )}
      {mini || seq === undefined ? null : <span className={style['seq']}>#{formatCount(seq, { tag })}</span>}
    </>
  );
  if (mini || (sources === undefined && onOpen === undefined)) {
    const tick = seq === undefined ? '' : formatCount(seq, { tag });
    return (
      <span
        className={look}
        title={
          seq === undefined
            ? shownAge
            : t({
                message: `${shownAge} old, tick ${tick}`,
                comment: 'Tip of the small source chip: age of the price and number of its tick',
              })
        }
      >
        {body}
      </span>
    );
  }
  const target: ReactElement<{ onClick?: () => void }> = (
    <button type="button" className={look} aria-haspopup="dialog">
      {body}
      <span className="v-hidden">
        <Trans>Sources of this price</Trans>
      </span>
    </button>
  );
  return (
    <Popover label={t`Sources of this price`} target={target} {...(onOpen === undefined ? {} : { onOpen })}>
      <SourceList sources={sources ?? []} decimals={decimals} />
      {link === undefined ? null : <div className={style['foot']}>{link}</div>}
    </Popover>
  );
}

/** Every source of a price: its price, its age, and why it was not used. */
export function SourceList({
  sources,
  decimals,
}: {
  readonly sources: readonly PriceSource[];
  readonly decimals?: number | undefined;
}) {
  return (
    <table className={style['list']}>
      <thead>
        <tr>
          <th scope="col">
            <Trans comment="Column head: source of a price">Source</Trans>
          </th>
          <th scope="col">
            <Trans comment="Column head">Price</Trans>
          </th>
          <th scope="col">
            <Trans comment="Column head: how old">Age</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.name} className={source.median ? style['median'] : source.used ? undefined : style['unused']}>
            <td>
              {source.median ? (
                <Trans comment="Name of the source whose price is the median">
                  {{ source: source.name }}, the median
                </Trans>
              ) : source.used ? (
                source.name
              ) : (
                <>
                  {source.name}, {source.reason ?? <Trans comment="Of a price source">not used</Trans>}
                </>
              )}
            </td>
            <td>
              <NumPrice value={source.price} decimals={decimals} />
            </td>
            <td className={source.age > staleAfter ? 'v-warn' : 'v-ink-3'}>
              <Age age={source.age} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
