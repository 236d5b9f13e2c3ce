// The one component for every number: price, amount, money, percent, rate, volume, total, change.
import { useLingui } from '@lingui/react/macro';
import { classes } from '../theme/index.ts';
import {
  formatAmount,
  formatCount,
  formatExact,
  formatMoney,
  formatPercent,
  formatPrice,
  formatRate,
  formatTotal,
  formatVolume,
  convertCurrency,
  signOf,
  unknownText,
  type FormatOptions,
  type Sign,
} from '../number/index.ts';
import { Directed, directionOf } from './direction.tsx';
import { useFormat } from './format-context.tsx';
import style from './output.module.css';

/** Decimal text as it came over the wire; null and undefined print an en dash, never 0. */
export type Value = string | null | undefined;

interface Common {
  readonly value: Value;
  readonly unit?: string | undefined;
  readonly sign?: Sign | undefined;
  /** Triangle and colour by the value's sign. */
  readonly directed?: boolean | undefined;
  readonly className?: string | undefined;
}

interface PrintProps extends Common {
  readonly print: (text: string, options: FormatOptions) => string;
  /** Money of the reader's own, which dots may stand for. */
  readonly own?: boolean;
}

const MASK = '••••••';

/** The shared body of all number outputs; use the named ones below. */
function Printed({ value, unit, sign, directed = false, className, print, own = false }: PrintProps) {
  const { tag, masked = false } = useFormat();
  if (value === null || value === undefined || value === '') {
    return <span className={classes(style['num'], style['unknown'], className)}>{unknownText}</span>;
  }
  if (own && masked) return <Masked className={className} />;
  const text = print(value, sign || directed ? { tag, sign: sign ?? 'always' } : { tag });
  const body = (
    <>
      {text}
      {unit !== undefined && text !== unknownText ? <span className={style['unit']}>{` ${unit}`}</span> : null}
    </>
  );
  if (directed)
    return (
      <Directed direction={directionOf(signOf(value))} className={className}>
        <span>{body}</span>
      </Directed>
    );
  return <span className={classes(style['num'], className)}>{body}</span>;
}

function Masked({ className }: { readonly className?: string | undefined }) {
  const { t } = useLingui();
  return (
    <span className={classes(style['num'], className)}>
      <span aria-hidden="true">{MASK}</span>
      <span className="v-hidden">{t({ message: 'hidden', comment: 'In place of an amount of money' })}</span>
    </span>
  );
}

/** A price to its market's tick; `decimals` left out: 6, 4 or 2 digits by size. */
export function NumPrice({ decimals, ...rest }: Common & { readonly decimals?: number | undefined }) {
  return <Printed {...rest} print={(text, options) => formatPrice(text, decimals, options)} />;
}

/** A quantity to its market's lot (`decimals`). */
export function NumAmount({ decimals, ...rest }: Common & { readonly decimals: number }) {
  return <Printed {...rest} print={(text, options) => formatAmount(text, decimals, options)} />;
}

/** Money of an asset at its scale; `showAsset` prints the unit. */
export function NumMoney({
  asset,
  scale,
  showAsset = false,
  ...rest
}: Common & { readonly asset: string; readonly scale?: number | undefined; readonly showAsset?: boolean | undefined }) {
  return (
    <Printed
      {...rest}
      own
      {...(showAsset ? { unit: asset } : {})}
      print={(text, options) => formatMoney(text, asset, scale, options)}
    />
  );
}

/** Percent text ("0.82"). */
export function NumPercent({ decimals, ...rest }: Common & { readonly decimals?: number | undefined }) {
  return (
    <Printed
      {...rest}
      print={(text, options) => formatPercent(text, decimals === undefined ? options : { ...options, decimals })}
    />
  );
}

/** A rate as fraction ("0.001"), printed in percent. */
export function NumRate({ decimals, ...rest }: Common & { readonly decimals?: number | undefined }) {
  return (
    <Printed
      {...rest}
      print={(text, options) => formatRate(text, decimals === undefined ? options : { ...options, decimals })}
    />
  );
}

/** Odds to two digits, or as many as they have ("0.8" as 0.80). */
export function NumOdds(props: Common) {
  return (
    <Printed
      {...props}
      print={(text, options) => {
        const digits = text.replace(/0+$/, '').split('.')[1]?.length ?? 0;
        return formatPrice(text, Math.max(2, digits), options);
      }}
    />
  );
}

/** Volumes: K, M, B, T. */
export function NumVolume(props: Common) {
  return <Printed {...props} print={formatVolume} />;
}

/** The reader's own total by size (§9's first reading): M, B, T from a million on. */
export function NumTotal(props: Common) {
  return <Printed {...props} own print={formatTotal} />;
}

/** Every digit, no more. */
export function NumExact(props: Common) {
  return <Printed {...props} print={formatExact} />;
}

/** A whole number: ticks, rows, counts. */
export function NumCount({
  value,
  prefix = '',
  className,
}: {
  readonly value: number | null | undefined;
  readonly prefix?: string;
  readonly className?: string | undefined;
}) {
  const { tag } = useFormat();
  return (
    <span className={classes(style['num'], className)}>
      {value === null || value === undefined ? unknownText : prefix + formatCount(value, { tag })}
    </span>
  );
}

/** A worth in USDT told in the reader's currency; in USDT when the rate is not known. */
export function NumWorth({ value, ...rest }: Omit<Common, 'unit'>) {
  const { currency } = useFormat();
  const converted = value === null || value === undefined ? undefined : convertCurrency(value, currency.rate);
  const known = converted !== undefined;
  return (
    <Printed
      {...rest}
      own
      value={converted ?? value}
      unit={known ? currency.code : 'USDT'}
      print={(text, options) => formatMoney(text, known ? 'USD' : 'USDT', 2, { rounding: 'half', ...options })}
    />
  );
}
