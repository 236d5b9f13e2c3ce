// The products' parts of the event-only auditor: how their events move money, and which of their items hold it.
// Each product has its own file beside its tests and one line here.

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

/** Adds atoms to the expected total of an account (class, user, wallet, asset, market). */
export type Owe = (of: number, user: number, wallet: number, asset: number, market: number, atoms: number) => void;
/** Adds atoms to the expected hold of a wallet. */
export type Hold = (user: number, wallet: number, asset: number, market: number, atoms: number) => void;

export interface ProductAudit {
  /**
   * Returns true for the product's own events, and adds the balance changes they must cause. `known`: the state from
   * all events so far.
   */
  take(event: ExchangeEvent, known: Known, owe: Owe): boolean;
  /** Adds the holds of the product's open items. */
  holds(add: Hold): void;
}

/** A new auditor of every product. */
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
