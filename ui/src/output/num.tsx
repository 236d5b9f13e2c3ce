// The component behind every number: price, amount, money, percent, rate, volume, total, change.
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

/** Decimal text as received; null and undefined print an en dash, never 0. */
export type Value = string | null | undefined;

interface Common {
  readonly value: Value;
  readonly unit?: string | undefined;
  readonly sign?: Sign | undefined;
  /** Shows the triangle and colour of the value's sign. */
  readonly directed?: boolean | undefined;
  readonly className?: string | undefined;
}

interface PrintProps extends Common {
  readonly print: (text: string, options: FormatOptions) => string;
  /** An amount of the user's own, which may be masked with dots. */
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

/** A price with the decimals of its market's tick. Without `decimals`: 6, 4 or 2 decimals by size. */
export function NumPrice({ decimals, ...rest }: Common & { readonly decimals?: number | undefined }) {
  return <Printed {...rest} print={(text, options) => formatPrice(text, decimals, options)} />;
}

/** A quantity with the decimals of its market's lot (`decimals`). */
export function NumAmount({ decimals, ...rest }: Common & { readonly decimals: number }) {
  return <Printed {...rest} print={(text, options) => formatAmount(text, decimals, options)} />;
}

/** An amount of an asset at its scale; `showAsset` prints the unit. */
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

/** A rate given as a fraction ("0.001"), printed in percent. */
export function NumRate({ decimals, ...rest }: Common & { readonly decimals?: number | undefined }) {
  return (
    <Printed
      {...rest}
      print={(text, options) => formatRate(text, decimals === undefined ? options : { ...options, decimals })}
    />
  );
}

/** Odds with two decimals, or as many as they have ("0.8" as 0.80). */
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

/** The user's totals, with decimals by size (§9's first reading): M, B, T from a million. */
export function NumTotal(props: Common) {
  return <Printed {...props} own print={formatTotal} />;
}

/** All digits of the value. */
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

/** A USDT value in the user's currency; in USDT when the rate is unknown. */
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
