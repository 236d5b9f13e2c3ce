// The form of an alert as pure functions: required fields per kind, faults, input.

import type { Alert, AlertChannel, AlertKind, InputOf } from '@vitrine/contract';
import { compareDecimal, multiplyDecimals, printDecimal, parseDecimal, roundDecimal } from '@vitrine/ui';

export interface AlertForm {
  /** `BTC_USDT`; empty: every market (own fills only). */
  readonly symbol: string;
  /** 1 spot, 2 USDT perpetuals, 3 coin-margined perpetuals. */
  readonly type: 1 | 2 | 3;
  readonly kind: AlertKind;
  /** As typed: a price, or percent for funding and distance. */
  readonly value: string;
  readonly mail: boolean;
  readonly repeat: boolean;
}

/** The kinds of alerts for a market type: only contracts have funding and liquidation. */
export function kindsOf(type: AlertForm['type']): readonly AlertKind[] {
  return type === 1 ? ['above', 'below', 'fill'] : ['above', 'below', 'fill', 'funding', 'liquidation'];
}

/** Whether a kind's value is a percentage. */
export function inPercent(kind: AlertKind): boolean {
  return kind === 'funding' || kind === 'liquidation';
}

export function needsValue(kind: AlertKind): boolean {
  return kind !== 'fill';
}

const isPrice = (kind: AlertKind): boolean => kind === 'above' || kind === 'below';

/** Sets the direction of a form that started with a price: towards the price from the current index. */
export function directed(form: AlertForm, index: string): AlertForm {
  if (!isPrice(form.kind) || parseDecimal(form.value) === undefined) return form;
  return { ...form, kind: compareDecimal(form.value, index) < 0 ? 'below' : 'above' };
}

export type AlertAction =
  | { readonly set: 'market'; readonly symbol: string; readonly type: AlertForm['type'] }
  | { readonly set: 'kind'; readonly kind: AlertKind }
  | { readonly set: 'value'; readonly value: string }
  | { readonly set: 'mail' | 'repeat'; readonly on: boolean };

/** Clears the value when the market changes, or when the new kind has another unit: a price is not a percentage. */
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

/** The first thing missing. `price`: the current price; an alert that would fire immediately is refused. */
export function validateAlert(form: AlertForm, price: string | undefined): AlertProblem | undefined {
  if (form.symbol === '' && form.kind !== 'fill') return 'market';
  if (!needsValue(form.kind)) return undefined;
  const value = form.value.replace(/\.$/, '');
  if (value === '' || parseDecimal(value) === undefined || compareDecimal(value, '0') === 0) return 'value';
  if (price === undefined) return undefined;
  if (form.kind === 'above' && compareDecimal(price, value) >= 0) return 'already';
  return form.kind === 'below' && compareDecimal(price, value) <= 0 ? 'already' : undefined;
}

/** Converts typed percent to a fraction: "0.05" is "0.0005". */
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

/** Converts a fraction to percent text with at most four decimals. */
export function percentOf(value: string): string {
  const percent = parseDecimal(multiplyDecimals(value, '100') ?? value);
  return percent === undefined ? value : printDecimal(roundDecimal(percent, 4)).replace(/\.?0+$/, '');
}

/** The input that switches an alert on again. */
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
