// What products add to the event-only auditor: how their events move money, and what of theirs holds it. Each product
// has a file of its own beside its tests and one line here.

import type { ExchangeEvent } from '../../src/index.ts';
import { DeskAudit } from '../desk/audit.ts';
import { LoanAudit } from '../loan/audit.ts';
import { MarginAudit } from '../margin/audit.ts';
import { EarnAudit } from '../earn/audit.ts';
import { ContractAudit } from '../perpetual/audit.ts';
import { SecondAudit } from '../second/audit.ts';
import { OtcAudit } from '../otc/audit.ts';
import { WalletAudit } from '../wallet/audit.ts';
import type { Known } from './known.ts';

/** Says that an account (class, user, wallet, asset, market) must have that many atoms more. */
export type Owe = (of: number, user: number, wallet: number, asset: number, market: number, atoms: number) => void;
/** Says that a wallet must hold that many atoms. */
export type Hold = (user: number, wallet: number, asset: number, market: number, atoms: number) => void;

export interface ProductAudit {
  /** Whether the event is one of its own; owes what the event must have moved. `known`: all that events told so far. */
  take(event: ExchangeEvent, known: Known, owe: Owe): boolean;
  /** What its open things hold of wallets. */
  holds(add: Hold): void;
}

/** A fresh auditor of every product. */
export function products(): readonly ProductAudit[] {
  return [
    new WalletAudit(),
    new OtcAudit(),
    new SecondAudit(),
    new EarnAudit(),
    new DeskAudit(),
    new MarginAudit(),
    new LoanAudit(),
    new ContractAudit(),
  ];
}
