// The deposit or withdrawal of a ledger line, from custody.

import { hash } from 'node:crypto';
import type { Recharge, Withdrawal } from '@vitrine/contract';
import type { EventOf, ExchangeEvent } from '@vitrine/core';
import type { Custody } from '../../../custody/index.ts';
import type { BillLine } from '../../../projection/views/index.ts';
import { walletWord } from './bill-lines.ts';
import { type Cause, fact, networkOf } from './bill-facts.ts';

type Funds = Pick<Custody, 'deposits' | 'withdrawals'>;
type Deposited = EventOf<'deposit.changed'>;
type Withdrawn = EventOf<'withdrawal.changed'>;

/** Most records of a customer that are searched. */
const MOST_LOOKED_AT = 20_000;
/** Hex digits of a 48-bit word. */
const WORD_DIGITS = 12;

/** A deposit's cause with its record; unchanged if custody has none. */
export async function depositCause(
  custody: Funds,
  userId: string,
  line: BillLine,
  events: readonly ExchangeEvent[],
  cause: Cause,
): Promise<Cause> {
  const event = events.find(
    (one): one is Deposited => one.name === 'deposit.changed' && one.user === line.user && one.asset === line.asset,
  );
  if (event === undefined) return cause;
  const network = networkOf(event.rail);
  const begins = [event.transactionHigh, event.transactionLow]
    .map((word) => word.toString(16).padStart(WORD_DIGITS, '0'))
    .join('');
  const found = await firstOf(
    custody.deposits.parts(userId, { network }),
    (one: Recharge) => one.seq === line.seq || (one.txid?.startsWith(begins) ?? false),
  );
  if (found === undefined) return cause;
  return {
    ...cause,
    facts: [
      ...cause.facts,
      ...(found.txid === null ? [] : [fact('txid', found.txid)]),
      ...(found.address === null ? [] : [fact('address', found.address)]),
      fact('confirmations', found.confirmations),
      fact('orderNo', found.orderNo),
    ],
    record: { of: 'recharge', id: found.id, walletType: walletWord(line.wallet) },
  };
}

/** The same for a withdrawal: found by amount and destination, then by its number in the exchange. */
export async function withdrawalCause(
  custody: Funds,
  userId: string,
  line: BillLine,
  events: readonly ExchangeEvent[],
  cause: Cause,
): Promise<Cause> {
  const event = events.find(
    (one): one is Withdrawn => one.name === 'withdrawal.changed' && one.user === line.user && one.asset === line.asset,
  );
  if (event === undefined) return cause;
  const network = networkOf(event.rail);
  const amount = cause.facts.find(({ name }) => name === 'amount')?.value;
  const found = await firstOf(custody.withdrawals.parts(userId, { network }), async (one: Withdrawal) => {
    if (one.amount !== amount || (one.network !== 'bank' && destinationOf(one) !== event.destination)) return false;
    return (await custody.withdrawals.one(one.id))?.coreId === event.withdrawal;
  });
  if (found === undefined) return cause;
  return {
    ...cause,
    facts: [
      ...cause.facts,
      fact('address', found.address),
      ...(found.label === null ? [] : [fact('label', found.label)]),
      ...(found.txid === null ? [] : [fact('txid', found.txid)]),
      fact('orderNo', found.orderNo),
    ],
    record: { of: 'withdrawal', id: found.id, walletType: walletWord(line.wallet) },
  };
}

/** Destination as in a command: the first 48 bits of the hash of the network and address. */
function destinationOf({ network, address }: Withdrawal): number {
  return hash('sha256', `${network}:${address}`, 'buffer').readUIntBE(0, WORD_DIGITS / 2);
}

async function firstOf<T>(
  parts: AsyncIterable<readonly T[]>,
  fits: (one: T) => boolean | Promise<boolean>,
): Promise<T | undefined> {
  let looked = 0;
  for await (const part of parts) {
    for (const one of part) if (await fits(one)) return one;
    looked += part.length;
    if (looked >= MOST_LOOKED_AT) return undefined;
  }
  return undefined;
}
