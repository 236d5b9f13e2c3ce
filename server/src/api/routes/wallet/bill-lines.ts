// Ledger lines and coins in the API's format, for all money calls.

import { type Bill, WALLET_TYPES } from '@vitrine/contract';
import { refuse } from '../../call/index.ts';
import type { Asset } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import type { BillLine } from '../../../projection/views/index.ts';
import { decimalText, symbolOf } from '../../wire/index.ts';

/** The asset of a code in any case. @throws {Refusal} 3002 */
export function assetOf(live: Live, code: string): Asset {
  const asset = live.assetByCode(code.toUpperCase());
  if (!asset) throw refuse('coin.unknown', { coin: code });
  return asset;
}

/** A wallet number as the contract's text. */
export function walletWord(wallet: number): (typeof WALLET_TYPES)[number] {
  const word = WALLET_TYPES[wallet - 1];
  if (word === undefined) throw new RangeError(`expected a wallet of 1 to 8, got ${wallet}`);
  return word;
}

/** The lines whose coins this projection knows. */
export function billsOf(live: Live, lines: readonly BillLine[]): Bill[] {
  return lines.flatMap((line): Bill[] => {
    const asset = live.asset(line.asset);
    if (!asset) return [];
    return [
      {
        id: String(line.line),
        time: line.time,
        walletType: walletWord(line.wallet),
        symbolName: line.market > 0 ? symbolOf(live, line.market) : null,
        coin: asset.code,
        kind: line.kind,
        amount: decimalText(line.amount, asset.scale),
        balance: decimalText(line.balance, asset.scale),
        causeKind: line.causeKind,
        causeId: String(line.causeId),
        seq: line.seq,
      },
    ];
  });
}
