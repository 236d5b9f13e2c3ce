// Automatic closes in the format of the SETTLEMENT stream.

import type { SettlementData } from '@vitrine/contract';
import type { Settlement } from '../../projection/handlers/index.ts';
import type { Live } from '../../projection/live/index.ts';
import { decimalText } from './decimal.ts';
import { secondOf } from './second.ts';
import { symbolOf } from './symbol.ts';

/** A settlement, for a second contract with its current state. Undefined if its coin is unknown. */
export function settlementOf(live: Live, settlement: Settlement, now: number): SettlementData[number] | undefined {
  const asset = live.asset(settlement.asset);
  if (!asset) return undefined;
  const second = settlement.kind === 'second' ? live.second(settlement.id) : undefined;
  return {
    kind: settlement.kind,
    id: String(settlement.id),
    symbolName: settlement.market > 0 ? symbolOf(live, settlement.market) : null,
    amount: decimalText(settlement.amount, asset.scale),
    result: settlement.result > 0 ? settlement.result : null,
    second: (second && secondOf(live, second, now)) ?? null,
    seq: settlement.seq,
  };
}
