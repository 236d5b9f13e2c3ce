// Checks the money invariants (§12) over the whole state: after every command in tests, and on load.

import { ROW32, ROW64 } from './book/index.ts';
import { ACCOUNT_CLASS } from './enum/index.ts';
import type { Parts } from './parts.ts';
import { MAX_WORD } from './schema/index.ts';
import { type Expect, textOf } from './expect.ts';

const expect: Expect = (holds, what) => {
  if (!holds) throw new Error(`Expected ${textOf(what)}.`);
};

/** Throws with the name of the broken invariant. Walks all accounts and orders, so it is slow. */
export function audit(parts: Parts): void {
  auditAccounts(parts);
  auditOrders(parts);
  parts.timers.audit(expect);
  auditRows(parts);
  for (const domain of parts.domains) domain.audit(expect);
}

/** core §10: the count of free rows is right, and no command opened more accounts than its kind declares. */
function auditRows({ registry, router }: Parts): void {
  for (const table of registry.tables)
    expect(table.freeRows === table.countFree(), () => `table ${table.name} to count ${table.countFree()} free rows`);
  expect(router.overdrawn === '', () => `commands to open no more accounts than declared: ${router.overdrawn}`);
}

/** §12 1, 2: accounts sum to zero per asset, and each is within the bounds of its class. */
function auditAccounts(parts: Parts): void {
  const { ledger, orderBooks } = parts;
  const a = ledger.accounts;
  const sums = new Float64Array(orderBooks.markets.assets.top + 1);
  const outside = new Float64Array(orderBooks.markets.assets.top + 1);
  for (let slot = 1; slot <= a.top; slot += 1) {
    const available = a.available[slot] as number;
    const held = a.held[slot] as number;
    const asset = a.asset[slot] as number;
    expect(
      Number.isSafeInteger(available) && Number.isSafeInteger(held),
      () => `whole atoms in account ${slot}, got ${available}, ${held}`,
    );
    expect(held >= 0, () => `nothing below 0 held in account ${slot}, got ${held}`);
    if (a.class[slot] === ACCOUNT_CLASS.outside) outside[asset] = (outside[asset] as number) + available;
    else if (a.class[slot] === ACCOUNT_CLASS.debt)
      expect(available <= 0, () => `debt account ${slot} not above 0, got ${available}`);
    else if (a.class[slot] !== ACCOUNT_CLASS.clearing)
      expect(available >= 0, () => `account ${slot} of class ${a.class[slot]} not below 0, got ${available}`);
    expect(
      a.class[slot] === ACCOUNT_CLASS.wallet || held === 0,
      () => `only wallets to hold, account ${slot} holds ${held}`,
    );
    sums[asset] = (sums[asset] as number) + available + held;
  }
  for (let asset = 1; asset < sums.length; asset += 1) {
    expect(sums[asset] === 0, () => `all accounts of asset ${asset} to sum to 0, got ${sums[asset]}`);
    // One rail may pay out more than it took in; all rails together may not.
    const all = outside[asset] as number;
    expect(all <= 0 && all >= -MAX_WORD, () => `outside of asset ${asset} between −2^52 and 0, got ${all}`);
  }
}

/** §12 3, 7: holds equal what open orders reserve; books are sorted and not crossed; counts agree. */
function auditOrders(parts: Parts): void {
  const { ledger, orderBooks } = parts;
  const { orders, orderAccounts, markets } = orderBooks;
  const a = ledger.accounts;
  const held = new Float64Array(a.top + 1);
  const counts = new Float64Array(orderAccounts.rows.top + 1);
  for (let slot = 1; slot <= orders.top; slot += 1) {
    if (!orders.alive(slot)) continue;
    const account = orders.hold[slot * ROW32] as number;
    const orderAccount = orders.orderAccount[slot * ROW32] as number;
    held[account] = (held[account] as number) + orderBooks.rulesOf(orders.market(slot)).holdOf(slot);
    counts[orderAccount] = (counts[orderAccount] as number) + 1;
    expect((orders.rest[slot * ROW64] as number) > 0, () => `something left of order slot ${slot}`);
    expect(a.user[account] === orders.user[slot * ROW32], () => `order slot ${slot} to hold its own user's money`);
  }
  for (const domain of parts.domains)
    domain.holds((account, atoms) => {
      held[account] = (held[account] as number) + atoms;
    });
  for (let slot = 1; slot <= a.top; slot += 1)
    expect(held[slot] === a.held[slot], () => `account ${slot} to hold ${held[slot]}, it holds ${a.held[slot]}`);
  for (let orderAccount = 1; orderAccount <= orderAccounts.rows.top; orderAccount += 1)
    expect(
      counts[orderAccount] === orderAccounts.rows.open[orderAccount],
      () =>
        `order account ${orderAccount} to count ${counts[orderAccount]} orders, it counts ${orderAccounts.rows.open[orderAccount]}`,
    );
  const openOf = new Float64Array(parts.users.rows.top + 1);
  for (let orderAccount = 1; orderAccount <= orderAccounts.rows.top; orderAccount += 1) {
    const user = orderAccounts.rows.user[orderAccount] as number;
    openOf[user] = (openOf[user] as number) + (orderAccounts.rows.open[orderAccount] as number);
  }
  for (let user = 1; user <= parts.users.rows.top; user += 1)
    expect(orderAccounts.openOf(user) === openOf[user], () => `user ${user} to have ${openOf[user]} open orders`);
  expect(
    orderAccounts.unverified === orderAccounts.countUnverified(),
    () => `${orderAccounts.countUnverified()} orders of customers not verified`,
  );
  for (const book of markets.books) {
    if (book === undefined) continue;
    const bid = book.best(1);
    const ask = book.best(2);
    expect(
      bid === 0 || ask === 0 || bid < ask,
      () => `the book of market ${book.market} not crossed, got ${bid} and ${ask}`,
    );
  }
}
