// Audits wallets with cross positions, at the end of each command with a tick of one of their markets.

import { MARGIN_MODE } from '../../../src/enum/index.ts';
import { eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';
import type { Liquidations } from './liquidations.ts';
import { type Position, type Positions } from './positions.ts';

const T = eventPlaces('tick');

export interface CrossWallet {
  readonly user: number;
  /** Which of the user's wallets. */
  readonly wallet: number;
  /** Its cross positions in all markets, those without a tick in this command too. */
  readonly positions: readonly Position[];
  /** Settle atoms. */
  readonly equity: number;
  readonly need: number;
}

export class CrossWallets {
  private readonly auditor: Auditor;
  private readonly book: Positions;
  private readonly liquidations: Liquidations;
  private readonly listeners: ((wallet: CrossWallet) => void)[] = [];
  /** Instruments with a tick in the current command. */
  private readonly ticked = new Set<number>();

  constructor(auditor: Auditor, book: Positions, liquidations: Liquidations) {
    this.auditor = auditor;
    this.book = book;
    this.liquidations = liquidations;
    auditor.on('tick', (w, at) => this.ticked.add(w[at + T.instrument] as number));
    auditor.atEnd(() => this.end());
  }

  onTick(listener: (wallet: CrossWallet) => void): void {
    this.listeners.push(listener);
  }

  /** Whether the prices of all of a wallet's positions are usable. */
  priced({ positions }: CrossWallet): boolean {
    return positions.every(({ market }) => this.auditor.prices.counts(this.book.of(market).instrument));
  }

  private end(): void {
    if (this.ticked.size === 0) return;
    for (const own of this.book.byUser.values())
      for (const positions of Map.groupBy(own, (one) => this.walletOf(one)).values()) this.weigh(positions);
    this.ticked.clear();
  }

  /** 0 for an isolated position, which has none. */
  private walletOf({ mode, market }: Position): number {
    const { type, settle } = this.book.of(market);
    return mode === MARGIN_MODE.isolated ? 0 : settle * 16 + type;
  }

  private weigh(positions: readonly Position[]): void {
    const [first] = positions;
    if (first === undefined || first.mode === MARGIN_MODE.isolated) return;
    if (!positions.some(({ market }) => this.ticked.has(this.book.of(market).instrument))) return;
    const { user, market, side } = first;
    const wallet = { user, wallet: this.walletOf(first), positions, ...this.liquidations.standing(user, market, side) };
    for (const listener of this.listeners) listener(wallet);
  }
}
