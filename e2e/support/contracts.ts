// A user with money in their contract wallets, and their positions as the exchange reports them.

import { expect, type Page } from '@playwright/test';
import { type Customer, newCustomer } from './customer.ts';
import { freshName } from './visitor.ts';

export type ContractType = 'u' | 'coin';

/** The fields of a position that the journeys read. */
export interface HeldPosition {
  readonly id: string;
  readonly symbolName: string;
  readonly direction: number;
  readonly openInterest: string;
  readonly margin: string;
  readonly averageOpenPrice: string;
  readonly liquidationPrice: string | null;
  readonly breakEvenPrice: string | null;
  readonly feeProfit: string;
  readonly stopProfitPrice: string | null;
  readonly stopLossPrice: string | null;
}

export interface Trader extends Customer {
  /** Open positions of a kind, from the exchange. */
  positions(contractType: ContractType): Promise<readonly HeldPosition[]>;
  /** A market order that opens a position; isolated. */
  open(order: {
    symbol: string;
    contractType: ContractType;
    direction: 1 | 2;
    quantity: string;
    leverage: number;
  }): Promise<void>;
}

/** Registers, claims practice money, moves it to the contract wallets, and signs the page in. */
export async function newTrader(page: Page, url: string): Promise<Trader> {
  const customer = await newCustomer(page.request, url, freshName());
  const call = async (path: string, data: object = {}): Promise<unknown> => {
    const { code, data: answer } = await customer.call(path, data);
    expect(code, `${path} ${JSON.stringify(answer)}`).toBe(200);
    return answer;
  };
  await call('/api/practice/claim');
  await call('/api/userCoin/transfer', { from: '1', to: '2', coin: 'USDT', amount: '5000' });
  await call('/api/userCoin/transfer', { from: '1', to: '3', coin: 'BTC', amount: '0.05' });
  await page.addInitScript(() => localStorage.setItem('vitrine:isLogin', '1'));
  // A new exchange has no price to open at yet.
  await expect
    .poll(async () => (await call('/api/common/checkTrade', { symbol: 'BTC_USDT', type: 2 })) as object)
    .toMatchObject({ canOpen: true });
  return {
    ...customer,
    async positions(contractType) {
      const { records } = (await call('/api/contract/position/list', { contractType })) as {
        records: readonly HeldPosition[];
      };
      return records;
    },
    async open({ leverage, ...order }) {
      await call('/api/contract/order/submit', { ...order, type: 2, marginMode: 'fixed', leverageRadio: leverage });
    },
  };
}
