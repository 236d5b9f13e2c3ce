// A signed-in page of a user with practice money in the wallets that a journey needs.

import { expect, type Page } from '@playwright/test';
import { type Customer, newCustomer } from './customer.ts';
import { freshName } from './visitor.ts';

export interface Transfer {
  /** Wallet of calls §9; the money comes from spot. */
  readonly to: '2' | '3' | '4' | '5' | '6';
  readonly coin: string;
  readonly amount: string;
  /** Isolated margin: its market. */
  readonly symbol?: string;
}

export interface Own extends Omit<Customer, 'call'> {
  /** The answer of a call of this user; its code must be 200. */
  ask(path: string, data?: object): Promise<unknown>;
}

/** Registers, claims practice money, moves it, and signs the page in. */
export async function signedIn(page: Page, url: string, transfers: readonly Transfer[] = []): Promise<Own> {
  const { call, ...customer } = await newCustomer(page.request, url, freshName());
  const ask = async (path: string, data: object = {}): Promise<unknown> => {
    const { code, data: answer } = await call(path, data);
    expect(code, `${path} ${JSON.stringify(answer)}`).toBe(200);
    return answer;
  };
  await ask('/api/practice/claim');
  for (const transfer of transfers) await ask('/api/userCoin/transfer', { from: '1', ...transfer });
  await page.addInitScript(() => localStorage.setItem('vitrine:isLogin', '1'));
  return { ...customer, ask };
}
