// The palette's texts, in the user's language.

// The macro extracts texts only from its own `t`: with one passed as an argument, the catalogues would miss them.
import { t } from '@lingui/core/macro';
import type { Labels, PageKey } from './actions.ts';

/** @param number prints a plain decimal in the user's format. */
export function labelsOf(number: (text: string) => string): Labels {
  const page: Record<PageKey, string> = {
    home: t({ message: 'Home', comment: 'Menu entry' }),
    quotes: t({ message: 'Markets', comment: 'Menu entry: all markets with their prices' }),
    exchange: t({ message: 'Trade', comment: 'Menu entry: the exchange' }),
    contracts: t`USDT perpetuals`,
    'coin-contracts': t`Coin-margined perpetuals`,
    seconds: t`Second contracts`,
    assets: t({ message: 'Assets', comment: 'Menu entry: the wallet' }),
    deposit: t({ message: 'Deposit', comment: 'Part of the wallet: bringing money in' }),
    withdraw: t({ message: 'Withdraw', comment: 'Part of the wallet: taking money out' }),
    swap: t({ message: 'Swap', comment: 'Part of the wallet: one coin for another at a quoted rate' }),
    transfer: t`Transfer between wallets`,
    records: t`What changed your balances`,
    orders: t`Orders`,
    pledge: t({ message: 'Staking', comment: 'Menu entry' }),
    finance: t({ message: 'Finance', comment: 'Menu entry: fixed-term products' }),
    margin: t`Margin orders`,
    rules: t({ message: 'Rules', comment: 'Menu entry: the rules of trading' }),
    rates: t({ message: 'Rates', comment: 'Menu entry: fees and rates' }),
    account: t`Account`,
    security: t({ message: 'Security', comment: 'Menu entry: what protects the account' }),
    verification: t({ message: 'Verification', comment: 'Menu entry: proving who one is' }),
    api: t`API keys`,
    steps: t({ message: 'First steps', comment: 'Menu entry: what a newcomer should do' }),
    tour: t({ message: 'Take the tour', comment: 'Button: starts the tour of the trading page' }),
    settings: t`Settings`,
  };
  return {
    page: (key) => page[key],
    go: (symbol, product) => {
      switch (product) {
        case 'spot':
          return t({ message: `Go to ${symbol}, spot`, comment: 'Action: opens a market' });
        case 'u':
          return t({ message: `Go to ${symbol}, USDT perpetual`, comment: 'Action: opens a market' });
        case 'coin':
          return t({ message: `Go to ${symbol}, coin-margined perpetual`, comment: 'Action: opens a market' });
        case 'second':
          return t({ message: `Go to ${symbol}, second contracts`, comment: 'Action: opens a market' });
      }
    },
    buy: (symbol) => t({ message: `Buy ${symbol}`, comment: 'Action: fills the order form, sends nothing' }),
    sell: (symbol) => t({ message: `Sell ${symbol}`, comment: 'Action: fills the order form, sends nothing' }),
    long: (symbol, coin) =>
      coin
        ? t({
            message: `Open long ${symbol}, coin-margined perpetual`,
            comment: 'Action: fills the order form, sends nothing',
          })
        : t({ message: `Open long ${symbol}`, comment: 'Action: fills the order form, sends nothing' }),
    short: (symbol, coin) =>
      coin
        ? t({
            message: `Open short ${symbol}, coin-margined perpetual`,
            comment: 'Action: fills the order form, sends nothing',
          })
        : t({ message: `Open short ${symbol}`, comment: 'Action: fills the order form, sends nothing' }),
    alert: (symbol) => t({ message: `Alert on ${symbol}`, comment: 'Action: opens the form of an alert' }),
    rule: t({ message: 'Rules', comment: 'Menu entry: the rules of trading' }),
    keys: t`Keyboard shortcuts on this page`,
    filled: (amount, price) => {
      if (amount === undefined) return undefined;
      const much = number(amount);
      if (price === undefined)
        return t({
          message: `${much} at market price`,
          comment: 'What the order form is filled with: an amount, market order',
        });
      const at = number(price);
      return t({ message: `${much} at ${at}`, comment: 'What the order form is filled with: amount and price' });
    },
  };
}
