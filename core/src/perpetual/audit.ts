// The invariants of contracts (money §12, 8; core §4), checked over the whole state.

import { ROW32, ROW64 } from '../book/index.ts';
import { ACCOUNT_CLASS, MARGIN_MODE, MARKET_TYPE } from '../enum/index.ts';
import { opens, sideOf } from './order/fill-side.ts';
import type { Inventory } from './insurance/inventory.ts';
import type { PerpetualContext } from './context.ts';
import type { Expect } from '../expect.ts';

/** Margins match their positions, reservations match their orders. */
export function auditContracts(context: PerpetualContext, expect: Expect): void {
  auditMargins(context, expect);
  auditOrders(context, expect);
}

/** Longs equal shorts, with the insurance fund's inventory as one holder; clearing equals its identity. */
export function auditMarkets(context: PerpetualContext, inventory: Inventory, expect: Expect): void {
  const { contracts, positions, ledger } = context;
  const c = contracts.rows;
  const p = positions.rows;
  const longs = new Float64Array(c.top + 1);
  const shorts = new Float64Array(c.top + 1);
  const cost = new Float64Array(c.top + 1);
  const seen = new Float64Array(c.top + 1);
  for (let slot = 1; slot <= p.top; slot += 1) {
    if (!p.alive(slot)) continue;
    const market = p.market[slot] as number;
    const long = p.side[slot] === 1;
    const of = long ? longs : shorts;
    of[market] = (of[market] as number) + (p.lots[slot] as number);
    cost[market] = (cost[market] as number) + (long ? -1 : 1) * (p.cost[slot] as number);
    seen[market] = (seen[market] as number) + 1;
    expect((p.lots[slot] as number) > 0, () => `lots in position ${slot}`);
    expect((p.cost[slot] as number) >= 0, () => `cost of position ${slot} not below 0`);
    expect(
      (p.closing[slot] as number) >= 0 && (p.closing[slot] as number) <= (p.lots[slot] as number),
      () =>
        `closing orders of position ${slot} to reserve at most its ${p.lots[slot]} lots, they reserve ${p.closing[slot]}`,
    );
    expect(
      positions.of(p.holding[slot] as number, p.side[slot] as number) === slot,
      () => `position ${slot} in its holding`,
    );
  }
  for (let market = 1; market <= c.top; market += 1) {
    if (!contracts.exists(market)) continue;
    const held = inventory.lotsOf(market);
    if (held > 0) {
      const long = inventory.sideOf(market) === 1;
      const of = long ? longs : shorts;
      of[market] = (of[market] as number) + held;
      cost[market] = (cost[market] as number) + (long ? -1 : 1) * (inventory.rows.cost[market] as number);
    }
    expect(
      longs[market] === shorts[market] && longs[market] === c.interest[market],
      () =>
        `longs ${longs[market]}, shorts ${shorts[market]} and open interest ${c.interest[market]} of ${market} equal`,
    );
    const clearing = ledger.accounts.available[c.clearing[market] as number] as number;
    const due = (c.type[market] === MARKET_TYPE.linear ? 1 : -1) * (cost[market] as number) + 0;
    expect(clearing === due, () => `clearing of market ${market} to be ${due}, it is ${clearing}`);
    let listed = 0;
    for (let slot = c.first[market] as number; slot !== 0; slot = p.nextHere[slot] as number) listed += 1;
    expect(listed === seen[market], () => `market ${market} to list its ${seen[market]} positions, it lists ${listed}`);
  }
}

function auditMargins(context: PerpetualContext, expect: Expect): void {
  const { positions, ledger } = context;
  const p = positions.rows;
  const { contractWallets } = positions;
  const a = ledger.accounts;
  const used = new Float64Array(a.top + 1);
  const crosses = new Float64Array(contractWallets.top + 1);
  for (let contractWallet = 1; contractWallet <= contractWallets.top; contractWallet += 1) {
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number) {
      expect(
        p.alive(slot) && p.contractWallet[slot] === contractWallet,
        () => `position ${slot} in the list of its contract wallet`,
      );
      if (p.mode[slot] === MARGIN_MODE.cross) crosses[contractWallet] = (crosses[contractWallet] as number) + 1;
      if (p.mode[slot] === MARGIN_MODE.isolated) used[p.margin[slot] as number] = 1;
    }
    expect(
      crosses[contractWallet] === contractWallets.crosses[contractWallet],
      () => `contract wallet ${contractWallet} to count its cross positions`,
    );
  }
  for (let slot = 1; slot <= a.top; slot += 1)
    if (a.class[slot] === ACCOUNT_CLASS.margin && used[slot] === 0)
      expect(a.available[slot] === 0, () => `nothing in margin account ${slot} without a position`);
}

function auditOrders(context: PerpetualContext, expect: Expect): void {
  const { orders, terms, positions, contracts } = context;
  const h = positions.holdings;
  const p = positions.rows;
  const ordered = new Float64Array(positions.contractWallets.top + 1);
  const closing = new Float64Array(p.top + 1);
  const opensLong = new Float64Array(h.top + 1);
  const opensShort = new Float64Array(h.top + 1);
  const guards = new Float64Array(p.top + 1);
  for (let slot = 1; slot <= orders.top; slot += 1) {
    if (!orders.alive(slot) || !contracts.exists(orders.market(slot))) continue;
    const holding = terms.holding[slot] as number;
    const contractWallet = h.contractWallet[holding] as number;
    const rest = orders.rest[slot * ROW64] as number;
    const direction = terms.direction[slot] as number;
    expect(h.user[holding] === orders.user[slot * ROW32], () => `order slot ${slot} in its own user's holding`);
    if (direction === 0) continue;
    if (opens(direction)) {
      ordered[contractWallet] = (ordered[contractWallet] as number) + (terms.requirement[slot] as number);
      const of = sideOf(direction) === 1 ? opensLong : opensShort;
      of[holding] = (of[holding] as number) + rest;
      continue;
    }
    const position = terms.position[slot] as number;
    expect(p.alive(position) && p.holding[position] === holding, () => `order slot ${slot} to close an open position`);
    if (terms.reserves[slot] === 1) closing[position] = (closing[position] as number) + rest;
    if (terms.guard[slot] !== 0) {
      guards[position] = (guards[position] as number) + 1;
      expect(
        p.stopProfit[position] === slot || p.stopLoss[position] === slot,
        () => `guard ${slot} known to its position`,
      );
    }
  }
  for (let contractWallet = 1; contractWallet <= positions.contractWallets.top; contractWallet += 1)
    expect(
      ordered[contractWallet] === positions.contractWallets.ordered[contractWallet],
      () =>
        `orders of contract wallet ${contractWallet} to require ${ordered[contractWallet]}, it counts ${positions.contractWallets.ordered[contractWallet]}`,
    );
  for (let row = 1; row <= h.top; row += 1)
    expect(
      opensLong[row] === h.opensLong[row] && opensShort[row] === h.opensShort[row],
      () => `holding ${row} to count its opening orders`,
    );
  for (let slot = 1; slot <= p.top; slot += 1) {
    if (!p.alive(slot)) continue;
    expect(
      closing[slot] === p.closing[slot],
      () => `closing orders of position ${slot} to reserve ${closing[slot]}, it counts ${p.closing[slot]}`,
    );
    const has = (p.stopProfit[slot] === 0 ? 0 : 1) + (p.stopLoss[slot] === 0 ? 0 : 1);
    expect(guards[slot] === has, () => `position ${slot} to know its ${guards[slot]} guards, it knows ${has}`);
  }
}
