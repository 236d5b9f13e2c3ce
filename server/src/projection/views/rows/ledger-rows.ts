// Rows for ledger lines: the lines with their running totals, and daily sums.

import type { Bill } from '../../handlers/index.ts';
import type { PendingRows } from './pending.ts';
import { dayOf } from './product-rows.ts';
import { billRow } from './row-of.ts';
import type { ViewsMemory } from './rows.ts';

/** Adds a ledger line of a batch at `time` (ms UTC) to the pending rows. */
export function noteBill(memory: ViewsMemory, rows: PendingRows, bill: Bill, time: number): void {
  memory.bills++;
  const came = (memory.came.get(bill.account) ?? 0n) + BigInt(Math.max(0, bill.amount));
  memory.came.set(bill.account, came);
  const row = billRow(bill, memory.bills, came);
  rows.bills.push(row);
  const { account, user_id, wallet, asset, kind, cause_kind, balance } = row;
  const day = dayOf(time);
  rows.accountDays.set(`${account}:${day}`, { account, day, balance, came });
  const key = `${user_id}:${day}:${wallet}:${asset}:${kind}:${cause_kind}`;
  const sum = rows.billDays.get(key);
  if (sum !== undefined) sum.net += BigInt(bill.amount);
  else rows.billDays.set(key, { user_id, day, wallet, asset, kind, cause_kind, net: BigInt(bill.amount) });
}
