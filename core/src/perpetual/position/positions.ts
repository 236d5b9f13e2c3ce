// Positions, holdings (a user in a market), and contract wallets (the wallets that positions share).

import { ACCOUNT_CLASS, MARGIN_MODE } from '../../enum/index.ts';
import { type Ledger } from '../../ledger/index.ts';
import { Lookup, pool, type Registry, table } from '../../state/index.ts';
import { type Contracts } from '../contracts.ts';

/** Most open positions; most pairs of user and contract market. */
export const MAX_POSITIONS = 4_000_000;
const MAX_HOLDINGS = 30_000_000;
const MAX_CONTRACT_WALLETS = 9_000_000;

export class Positions {
  readonly rows;
  /** By user and market, permanent: its two positions, its leverages, its opening orders. */
  readonly holdings;
  /** By user, settle asset and wallet (2 USDT, 3 coin), permanent: one wallet's positions and order margins. */
  readonly contractWallets;
  private readonly holdingIndex = new Lookup();
  private readonly contractWalletIndex = new Lookup();
  private readonly ledger: Ledger;
  private readonly contracts: Contracts;

  constructor(registry: Registry, ledger: Ledger, contracts: Contracts) {
    this.ledger = ledger;
    this.contracts = contracts;
    this.rows = registry.add(
      pool(
        'positions',
        {
          /** Open lots, and Σ of their fill values when opened (settle atoms). Never an average price. */
          lots: 'f64',
          cost: 'f64',
          /** Lots reserved by closing orders. */
          closing: 'f64',
          /** Running totals, settle atoms: profit by price, by fees (≤ 0), by funding. */
          priceProfit: 'f64',
          feeProfit: 'f64',
          fundingProfit: 'f64',
          /**
           * The last mark (cents) at which it is at or below maintenance; 0: none. Isolated only; cross: an estimate.
           */
          trigger: 'f64',
          /** Cross: marks at which its contract wallet is checked, 0 none. */
          boundBelow: 'f64',
          boundAbove: 'f64',
          user: 'i32',
          market: 'i32',
          /** 1 long, 2 short. */
          side: 'i32',
          /** 1 cross, 2 isolated. */
          mode: 'i32',
          leverage: 'i32',
          /** Account slot of its margin; 0: cross. */
          margin: 'i32',
          contractWallet: 'i32',
          holding: 'i32',
          /** 1 while its liquidation waits for the desk or is in progress. */
          endangered: 'i32',
          /** The contract wallet's list, in order of opening; `next` links free rows too. */
          next: 'i32',
          previous: 'i32',
          /** The market's list, in order of opening. */
          nextHere: 'i32',
          previousHere: 'i32',
          /** Order slots of the position's waiting take-profit and stop-loss, 0 none. */
          stopProfit: 'i32',
          stopLoss: 'i32',
        },
        MAX_POSITIONS,
        'next',
        { recorded: { contractWallet: 'purse' } },
      ),
    );
    this.holdings = registry.add(
      table(
        'holdings',
        {
          user: 'i32',
          market: 'i32',
          contractWallet: 'i32',
          /** Slots of its positions, 0 none. */
          long: 'i32',
          short: 'i32',
          /** Leverage by margin mode, for open and future positions. */
          cross: 'i32',
          isolated: 'i32',
          /** Lots of its opening orders, by side; their margin mode (0 none). */
          opensLong: 'f64',
          opensShort: 'f64',
          longMode: 'i32',
          shortMode: 'i32',
        },
        MAX_HOLDINGS,
        true,
        { recorded: { contractWallet: 'purse' } },
      ),
    );
    this.contractWallets = registry.add(
      table(
        'purses',
        {
          /** Σ requirements of its open opening orders, settle atoms. */
          ordered: 'f64',
          user: 'i32',
          asset: 'i32',
          wallet: 'i32',
          /** The wallet's account slot. */
          account: 'i32',
          /** Its positions, cross and isolated, in order of opening; how many of them are cross. */
          first: 'i32',
          last: 'i32',
          crosses: 'i32',
          /** 1 while its liquidation waits for the desk or is in progress. */
          endangered: 'i32',
        },
        MAX_CONTRACT_WALLETS,
      ),
    );
  }

  /** Rebuilds the indexes, on load. */
  rebuild(): void {
    const { holdings: h, contractWallets: p } = this;
    for (let row = 1; row <= h.top; row += 1)
      this.holdingIndex.add(h.user[row] as number, h.market[row] as number, 0, row);
    for (let row = 1; row <= p.top; row += 1)
      this.contractWalletIndex.add(p.user[row] as number, p.asset[row] as number, p.wallet[row] as number, row);
  }

  /** A user's holding in a market, 0 when they never ordered there. */
  holding(user: number, market: number): number {
    return this.holdingIndex.find(user, market, 0);
  }

  /** Returns the holding, and adds it with its contract wallet when it is new. */
  openHolding(user: number, market: number): number {
    const found = this.holdingIndex.find(user, market, 0);
    if (found !== 0) return found;
    const c = this.contracts.rows;
    const contractWallet = this.openContractWallet(user, c.settle[market] as number, c.type[market] as number);
    const { holdings } = this;
    const row = holdings.append();
    holdings.user[row] = user;
    holdings.market[row] = market;
    holdings.contractWallet[row] = contractWallet;
    this.holdingIndex.add(user, market, 0, row);
    return row;
  }

  /** Whether the user has a holding in a market, or one with its contract wallet and their accounts can be opened. */
  fits(user: number, market: number): boolean {
    const isFree = !this.holdings.full() && !this.contractWallets.full() && this.ledger.hasCapacity(3);
    return isFree || this.holding(user, market) !== 0;
  }

  /** A user's contract wallet, 0 when none was ever used. */
  contractWallet(user: number, asset: number, wallet: number): number {
    return this.contractWalletIndex.find(user, asset, wallet);
  }

  private openContractWallet(user: number, asset: number, wallet: number): number {
    const found = this.contractWalletIndex.find(user, asset, wallet);
    if (found !== 0) return found;
    const account = this.ledger.open(ACCOUNT_CLASS.wallet, user, wallet, asset, 0);
    const { contractWallets } = this;
    const row = contractWallets.append();
    contractWallets.user[row] = user;
    contractWallets.asset[row] = asset;
    contractWallets.wallet[row] = wallet;
    contractWallets.account[row] = account;
    this.contractWalletIndex.add(user, asset, wallet, row);
    return row;
  }

  /** The open position of a side in a holding, 0 none. */
  of(holding: number, side: number): number {
    return (side === 1 ? this.holdings.long[holding] : this.holdings.short[holding]) as number;
  }

  /** Opens a position without lots at the end of its contract wallet's and market's lists. */
  open(holding: number, side: number, mode: number, leverage: number): number {
    const { rows, holdings, contractWallets, ledger } = this;
    const user = holdings.user[holding] as number;
    const market = holdings.market[holding] as number;
    const contractWallet = holdings.contractWallet[holding] as number;
    const margin =
      mode === MARGIN_MODE.isolated
        ? ledger.open(ACCOUNT_CLASS.margin, user, side, contractWallets.asset[contractWallet] as number, market)
        : 0;
    const slot = rows.take();
    rows.lots[slot] = 0;
    rows.cost[slot] = 0;
    rows.closing[slot] = 0;
    rows.priceProfit[slot] = 0;
    rows.feeProfit[slot] = 0;
    rows.fundingProfit[slot] = 0;
    rows.trigger[slot] = 0;
    rows.boundBelow[slot] = 0;
    rows.boundAbove[slot] = 0;
    rows.user[slot] = user;
    rows.market[slot] = market;
    rows.side[slot] = side;
    rows.mode[slot] = mode;
    rows.leverage[slot] = leverage;
    rows.margin[slot] = margin;
    rows.contractWallet[slot] = contractWallet;
    rows.holding[slot] = holding;
    rows.endangered[slot] = 0;
    rows.stopProfit[slot] = 0;
    rows.stopLoss[slot] = 0;
    if (side === 1) holdings.long[holding] = slot;
    else holdings.short[holding] = slot;
    this.join(slot, contractWallet, market);
    if (mode !== MARGIN_MODE.isolated)
      contractWallets.crosses[contractWallet] = (contractWallets.crosses[contractWallet] as number) + 1;
    return slot;
  }

  /** Frees a position without lots: its margin account is empty and it has no orders. */
  close(slot: number): void {
    const { rows, holdings, contractWallets } = this;
    const holding = rows.holding[slot] as number;
    const contractWallet = rows.contractWallet[slot] as number;
    if (rows.side[slot] === 1) holdings.long[holding] = 0;
    else holdings.short[holding] = 0;
    if (rows.mode[slot] !== MARGIN_MODE.isolated)
      contractWallets.crosses[contractWallet] = (contractWallets.crosses[contractWallet] as number) - 1;
    this.leave(slot, contractWallet, rows.market[slot] as number);
    rows.free(slot);
  }

  /** Atoms in a position's own margin account; 0 for cross. */
  marginOf(slot: number): number {
    const account = this.rows.margin[slot] as number;
    return account === 0 ? 0 : (this.ledger.accounts.available[account] as number);
  }

  private join(slot: number, contractWallet: number, market: number): void {
    const { rows, contractWallets } = this;
    const c = this.contracts.rows;
    const last = contractWallets.last[contractWallet] as number;
    rows.next[slot] = 0;
    rows.previous[slot] = last;
    if (last === 0) contractWallets.first[contractWallet] = slot;
    else rows.next[last] = slot;
    contractWallets.last[contractWallet] = slot;
    const newest = c.last[market] as number;
    rows.nextHere[slot] = 0;
    rows.previousHere[slot] = newest;
    if (newest === 0) c.first[market] = slot;
    else rows.nextHere[newest] = slot;
    c.last[market] = slot;
  }

  private leave(slot: number, contractWallet: number, market: number): void {
    const { rows, contractWallets } = this;
    const c = this.contracts.rows;
    const next = rows.next[slot] as number;
    const previous = rows.previous[slot] as number;
    if (previous === 0) contractWallets.first[contractWallet] = next;
    else rows.next[previous] = next;
    if (next === 0) contractWallets.last[contractWallet] = previous;
    else rows.previous[next] = previous;
    const newer = rows.nextHere[slot] as number;
    const older = rows.previousHere[slot] as number;
    if (older === 0) c.first[market] = newer;
    else rows.nextHere[older] = newer;
    if (newer === 0) c.last[market] = older;
    else rows.previousHere[newer] = older;
  }
}
