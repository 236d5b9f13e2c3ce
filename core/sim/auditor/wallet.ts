// Audits transfers, practice money and the funds of genesis.

import { ACCOUNT_CLASS, MARKET_MAKER, WALLET } from '../../src/enum/index.ts';
import { eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';

const T = eventPlaces('transferred');
const P = eventPlaces('practice');
const F = eventPlaces('funded');

/** Registers what these events move. */
export function auditWallets(auditor: Auditor): void {
  const { accounts } = auditor;
  auditor.on('transferred', (w, at) => {
    const user = w[at + T.user] as number;
    const asset = w[at + T.asset] as number;
    const amount = w[at + T.amount] as number;
    const [from, to, market] = [w[at + T.from] as number, w[at + T.to] as number, w[at + T.market] as number];
    accounts.move(accounts.wallet(user, from, asset, from === WALLET.isolatedMargin ? market : 0), -amount);
    accounts.move(accounts.wallet(user, to, asset, to === WALLET.isolatedMargin ? market : 0), amount);
  });
  auditor.on('practice', (w, at) => {
    const asset = w[at + P.asset] as number;
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.outside, asset), -(w[at + P.amount] as number));
    accounts.move(accounts.wallet(w[at + P.user] as number, 1, asset), w[at + P.amount] as number);
  });
  auditor.on('funded', (w, at) => {
    const asset = w[at + F.asset] as number;
    const group = w[at + F.class] as number;
    const to =
      group === ACCOUNT_CLASS.wallet ? accounts.wallet(MARKET_MAKER, 1, asset) : accounts.operatorAccount(group, asset);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.outside, asset), -(w[at + F.amount] as number));
    accounts.move(to, w[at + F.amount] as number);
  });
}
