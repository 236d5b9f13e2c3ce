// The present state as events of the same vocabulary, so that a projection can start from it.

import { ROW32, ROW64 } from './book/index.ts';
import { MARKET_MAKER } from './enum/index.ts';
import type { Parts } from './parts.ts';

/** Most levels in one `quote` event. */
const MAX_LEVELS = 1_024;

/** Writes the state into `parts.out`, which the caller has emptied. */
export function emitState(parts: Parts): void {
  const { out, clock, users, orderBooks, prices, ledger } = parts;
  out.record('begin', { seq: clock.seq, command: 0, user: 0 });
  out.record('epoch', { epoch: clock.epoch });
  out.record('rules', { version: clock.rules });
  parts.ruleChanges.emitState();
  users.tiers.emit(out);
  for (let asset = 1; asset <= orderBooks.markets.assets.top; asset += 1)
    if (orderBooks.markets.assetExists(asset)) orderBooks.markets.emitAsset(asset);
  for (let instrument = 1; instrument <= prices.rows.top; instrument += 1)
    if (prices.exists(instrument)) {
      prices.emit(instrument);
      prices.seed(instrument);
    }
  for (let market = 1; market <= orderBooks.markets.rows.top; market += 1)
    if (orderBooks.markets.exists(market)) orderBooks.markets.emit(market);
  for (let user = 1; user <= users.rows.top; user += 1) users.emit(user);
  const a = ledger.accounts;
  for (let slot = 1; slot <= a.top; slot += 1) {
    ledger.emit(slot);
    const available = a.available[slot] as number;
    const held = a.held[slot] as number;
    if (available !== 0 || held !== 0) ledger.entry(slot, available, held);
  }
  emitOrders(parts);
  for (const domain of parts.domains) domain.emitState();
}

/** Emits open orders by order account in order of arrival. The market maker's orders are emitted as levels. */
function emitOrders(parts: Parts): void {
  const { orderBooks, out } = parts;
  const { orders } = orderBooks;
  const s = orderBooks.orderAccounts.rows;
  for (let orderAccount = 1; orderAccount <= s.top; orderAccount += 1) {
    if (s.user[orderAccount] === MARKET_MAKER) {
      const levels: { side: number; price: number; lots: number }[] = [];
      for (let slot = s.oldest[orderAccount] as number; slot !== 0; slot = orders.newer[slot * ROW32] as number)
        levels.push({
          side: orders.side(slot),
          price: orders.price[slot * ROW32] as number,
          lots: orders.rest[slot * ROW64] as number,
        });
      const market = s.market[orderAccount] as number;
      for (let from = 0; from < levels.length; from += MAX_LEVELS)
        out.record('quote', { market, levels: levels.slice(from, from + MAX_LEVELS) });
    } else
      for (let slot = s.oldest[orderAccount] as number; slot !== 0; slot = orders.newer[slot * ROW32] as number)
        orderBooks.rulesOf(orders.market(slot)).emitOrder(slot);
  }
}
