// What moves money between wallets, and in and out of the house, as the event-only auditor sees it.

import type { ExchangeEvent } from '../../src/index.ts';
import type { Known } from '../kit/known.ts';
import type { Hold, Owe, ProductAudit } from '../kit/products.ts';

const WALLET = 1;
const OUTSIDE = 17;
const HOUSE = 1;

export class WalletAudit implements ProductAudit {
  take(event: ExchangeEvent, _known: Known, owe: Owe): boolean {
    switch (event.name) {
      case 'transferred':
        owe(WALLET, event.user, event.from, event.asset, event.from === 5 ? event.market : 0, -event.amount);
        owe(WALLET, event.user, event.to, event.asset, event.to === 5 ? event.market : 0, event.amount);
        return true;
      case 'practice':
        owe(OUTSIDE, 0, 0, event.asset, 0, -event.amount);
        owe(WALLET, event.user, 1, event.asset, 0, event.amount);
        return true;
      case 'funded':
        owe(OUTSIDE, 0, 0, event.asset, 0, -event.amount);
        if (event.class === WALLET) owe(WALLET, HOUSE, 1, event.asset, 0, event.amount);
        else owe(event.class, 0, 0, event.asset, 0, event.amount);
        return true;
      default:
        return false;
    }
  }

  holds(_add: Hold): void {}
}
