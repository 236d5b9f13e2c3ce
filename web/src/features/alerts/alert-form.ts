// The form of an alert as pure functions: what kinds need, what is missing, what is sent.

import type { Alert, AlertChannel, AlertKind, InputOf } from '@vitrine/contract';
import { compareDecimal, multiplyDecimals, printDecimal, parseDecimal, roundDecimal } from '@vitrine/ui';

export interface AlertForm {
  /** `BTC_USDT`; empty: of every market (own fills only). */
  readonly symbol: string;
  /** 1 spot, 2 U, 3 coin. */
  readonly type: 1 | 2 | 3;
  readonly kind: AlertKind;
  /** As typed: a price, or percent for funding and distance. */
  readonly value: string;
  readonly mail: boolean;
  readonly repeat: boolean;
}

/** Kinds a market of a type can be watched by: only contracts have funding and liquidation. */
export function kindsOf(type: AlertForm['type']): readonly AlertKind[] {
  return type === 1 ? ['above', 'below', 'fill'] : ['above', 'below', 'fill', 'funding', 'liquidation'];
}

/** Whether a kind is told in percent. */
export function inPercent(kind: AlertKind): boolean {
  return kind === 'funding' || kind === 'liquidation';
}

export function needsValue(kind: AlertKind): boolean {
  return kind !== 'fill';
}

const isPrice = (kind: AlertKind): boolean => kind === 'above' || kind === 'below';

/** A form begun with a price and no direction: reached from the side on which the index stands now. */
export function directed(form: AlertForm, index: string): AlertForm {
  if (!isPrice(form.kind) || parseDecimal(form.value) === undefined) return form;
  return { ...form, kind: compareDecimal(form.value, index) < 0 ? 'below' : 'above' };
}

export type AlertAction =
  | { readonly set: 'market'; readonly symbol: string; readonly type: AlertForm['type'] }
  | { readonly set: 'kind'; readonly kind: AlertKind }
  | { readonly set: 'value'; readonly value: string }
  | { readonly set: 'mail' | 'repeat'; readonly on: boolean };

/** Another market empties the value, and so does a kind that is told in something else: a price is no percent. */
export function reduceAlert(form: AlertForm, action: AlertAction): AlertForm {
  switch (action.set) {
    case 'market': {
      const kind = kindsOf(action.type).includes(form.kind) ? form.kind : 'above';
      return { ...form, symbol: action.symbol, type: action.type, kind, value: '' };
    }
    case 'kind':
      return { ...form, kind: action.kind, value: isPrice(form.kind) && isPrice(action.kind) ? form.value : '' };
    case 'value':
      return { ...form, value: action.value };
    case 'mail':
      return { ...form, mail: action.on };
    case 'repeat':
      return { ...form, repeat: action.on };
  }
}

export type AlertProblem = 'value' | 'market' | 'already';

/** The first thing missing. `price`: the price now; an alert that would fire at once is none. */
export function validateAlert(form: AlertForm, price: string | undefined): AlertProblem | undefined {
  if (form.symbol === '' && form.kind !== 'fill') return 'market';
  if (!needsValue(form.kind)) return undefined;
  const value = form.value.replace(/\.$/, '');
  if (value === '' || parseDecimal(value) === undefined || compareDecimal(value, '0') === 0) return 'value';
  if (price === undefined) return undefined;
  if (form.kind === 'above' && compareDecimal(price, value) >= 0) return 'already';
  return form.kind === 'below' && compareDecimal(price, value) <= 0 ? 'already' : undefined;
}

/** Percent as typed in fractions: "0.05" is "0.0005". */
function fraction(percent: string): string {
  return multiplyDecimals(percent, '0.01') ?? percent;
}

export function alertInput(form: AlertForm): InputOf<'alert.save'> {
  const value = form.value.replace(/\.$/, '');
  const channels: AlertChannel[] = form.mail ? ['page', 'mail'] : ['page'];
  return {
    ...(form.symbol === '' ? {} : { symbol: form.symbol }),
    type: form.type,
    kind: form.kind,
    ...(needsValue(form.kind) && { value: inPercent(form.kind) ? fraction(value) : value }),
    channels,
    repeat: form.repeat,
  };
}

/** A told fraction as percent text, at most four digits behind the point. */
export function percentOf(value: string): string {
  const percent = parseDecimal(multiplyDecimals(value, '100') ?? value);
  return percent === undefined ? value : printDecimal(roundDecimal(percent, 4)).replace(/\.?0+$/, '');
}

/** What switches an alert on again, as it was. */
export function againInput(alert: Alert): InputOf<'alert.save'> {
  return {
    id: alert.id,
    ...(alert.symbolName === null ? {} : { symbol: alert.symbolName.replace('/', '_') }),
    type: alert.type === 2 || alert.type === 3 ? alert.type : 1,
    kind: alert.kind,
    ...(alert.value !== null && { value: alert.value }),
    channels: [...alert.channels],
    repeat: alert.repeat,
  };
}
