// The actions of the command palette: each opens a page or a filled, unsent form. The palette sends nothing.

import type { TicketIntent } from '../../pending-action/index.ts';
import { cut, fits, type Understood } from './understand.ts';

/** A page to open, or a form to fill; the host executes it. */
export type Deed =
  | { readonly to: 'page'; readonly page: PageKey }
  /** A section of the rules, where a term is explained. */
  | { readonly to: 'rule'; readonly link: string }
  | { readonly to: 'market'; readonly symbol: string; readonly product: 'spot' | 'u' | 'coin' | 'second' }
  | { readonly to: 'ticket'; readonly intent: TicketIntent }
  | { readonly to: 'alert'; readonly symbol: string; readonly type: 1 | 2; readonly value: string | undefined }
  | { readonly to: 'keys' };

export const pages = [
  'home',
  'quotes',
  'exchange',
  'contracts',
  'coin-contracts',
  'seconds',
  'assets',
  'deposit',
  'withdraw',
  'swap',
  'transfer',
  'records',
  'orders',
  'pledge',
  'finance',
  'margin',
  'rules',
  'rates',
  'account',
  'security',
  'verification',
  'api',
  'steps',
  'tour',
  'settings',
] as const;
export type PageKey = (typeof pages)[number];

export interface Action {
  readonly key: string;
  readonly label: string;
  /** Shown at the right: what it fills in. */
  readonly aside?: string | undefined;
  readonly deed: Deed;
}

/** The labels, in the user's language. */
export interface Labels {
  readonly page: (page: PageKey) => string;
  readonly go: (symbol: string, product: 'spot' | 'u' | 'coin' | 'second') => string;
  readonly buy: (symbol: string) => string;
  readonly sell: (symbol: string) => string;
  readonly long: (symbol: string, coin: boolean) => string;
  readonly short: (symbol: string, coin: boolean) => string;
  readonly alert: (symbol: string) => string;
  readonly keys: string;
  /** Beside a term: where it leads. */
  readonly rule: string;
  /** The content of a filled ticket. */
  readonly filled: (amount: string | undefined, price: string | undefined) => string | undefined;
}

/** A term that hints explain, in the user's language. */
export interface HelpTerm {
  readonly key: string;
  readonly title: string;
  readonly link: string;
}

/** Maximum entries shown. */
export const MOST_SHOWN = 12;

/**
 * Possible meanings of the typed line, best first. A market gives its actions; without one, pages are offered, and terms
 * to whoever types words.
 */
export function actionsOf(
  { market, numbers, words }: Understood,
  labels: Labels,
  help: readonly HelpTerm[] = [],
): readonly Action[] {
  const all: Action[] = [];
  if (market) {
    const name = `${market.base}/${market.quote}`;
    const amount = cut(numbers[0], market.lotDecimals);
    const price = cut(numbers[1], market.tickDecimals);
    const kind = price === undefined ? ('market' as const) : ('limit' as const);
    const ticket = (key: string, label: string, product: TicketIntent['product'], side: 'buy' | 'sell') => {
      // Coin-margined contracts are counted in whole contracts.
      const quantity = product === 'coin' ? cut(numbers[0], 0) : amount;
      if (quantity === '' || quantity === '0') return;
      all.push({
        key,
        label,
        aside: labels.filled(quantity, price),
        deed: { to: 'ticket', intent: { product, symbol: market.symbol, side, kind, price, amount: quantity } },
      });
    };
    if (market.spot) {
      ticket('buy', labels.buy(name), 'spot', 'buy');
      ticket('sell', labels.sell(name), 'spot', 'sell');
    }
    if (market.u) {
      ticket('long', labels.long(name, false), 'u', 'buy');
      ticket('short', labels.short(name, false), 'u', 'sell');
    }
    if (market.coin) {
      ticket('coin-long', labels.long(name, true), 'coin', 'buy');
      ticket('coin-short', labels.short(name, true), 'coin', 'sell');
    }
    const only = numbers.length === 1 ? numbers[0] : numbers[1];
    if (market.spot || market.u)
      all.push({
        key: 'alert',
        label: labels.alert(name),
        aside: only,
        deed: { to: 'alert', symbol: market.symbol, type: market.spot ? 1 : 2, value: cut(only, market.tickDecimals) },
      });
    for (const product of ['spot', 'u', 'coin', 'second'] as const)
      if (market[product])
        all.push({
          key: `go-${product}`,
          label: labels.go(name, product),
          deed: { to: 'market', symbol: market.symbol, product },
        });
  } else if (numbers.length === 0) {
    for (const page of pages) all.push({ key: page, label: labels.page(page), deed: { to: 'page', page } });
    all.push({ key: 'keys', label: labels.keys, deed: { to: 'keys' } });
    // Terms are looked for, not listed: there are too many.
    if (words.length > 0)
      for (const { key, title, link } of help)
        all.push({ key: `term-${key}`, label: title, aside: labels.rule, deed: { to: 'rule', link } });
  }
  return all.filter(({ label }) => fits(label, words)).slice(0, MOST_SHOWN);
}
