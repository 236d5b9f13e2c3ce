// Automatic closes in the format of the SETTLEMENT stream.

import type { SettlementData } from '@vitrine/contract';
import type { Settlement } from '../../projection/handlers/index.ts';
import type { Live } from '../../projection/live/index.ts';
import { decimalText } from './decimal.ts';
import { secondOf } from './second.ts';
import { symbolOf } from './symbol.ts';

/** A settlement, for a second contract with its current state. Undefined if its coin is unknown. */
export function settlementOf(live: Live, told: Settlement, now: number): SettlementData[number] | undefined {
  const asset = live.asset(told.asset);
  if (!asset) return undefined;
  const second = told.kind === 'second' ? live.second(told.id) : undefined;
  return {
    kind: told.kind,
    id: String(told.id),
    symbolName: told.market > 0 ? symbolOf(live, told.market) : null,
    amount: decimalText(told.amount, asset.scale),
    result: told.result > 0 ? told.result : null,
    second: (second && secondOf(live, second, now)) ?? null,
    seq: told.seq,
  };
}
