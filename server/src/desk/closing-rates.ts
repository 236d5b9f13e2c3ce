// Closing rates of contracts at the desk: the current one, the announced one, and a proposal to change it.

import type { ClosingRateLine, DeskParsedOf, Proposal } from '@vitrine/contract';
import { parseAtoms } from '@vitrine/core/number';
import { decimalText, symbolOf } from '../api/wire/index.ts';
import type { DeskOptions } from './parts.ts';
import type { Proposals } from './proposals/proposals.ts';
import { idOf, notThere, refuseDesk } from './refusal.ts';
import type { DeskSession } from './staff/sessions.ts';

/** Decimals of a rate: millionths of a position's value. */
const RATE_DECIMALS = 6;
const MILLION = 1_000_000;

export interface ClosingRatesDesk {
  list(): Promise<readonly ClosingRateLine[]>;
  /** @throws 404 no contract with trading hours; 400 rate. */
  set(by: DeskSession, input: DeskParsedOf<'desk.closingRates.set'>, ip: string): Promise<Proposal>;
}

export interface ClosingRatesParts extends Pick<DeskOptions, 'live'> {
  readonly proposals: Proposals;
}

export function createClosingRatesDesk({ live, proposals }: ClosingRatesParts): ClosingRatesDesk {
  const text = (rate: number) => decimalText(rate, RATE_DECIMALS);

  return {
    async list() {
      const records: ClosingRateLine[] = [];
      for (const { market } of live.contracts()) {
        const closing = live.closing(market);
        if (closing === undefined) continue;
        const waits = live.closingRateAnnounced(market);
        records.push({
          ...{ id: String(market), symbol: symbolOf(live, market) },
          ...{ rate: text(closing.rate), nextRate: text(closing.nextRate) },
          closesAt: closing.closes === 0 ? null : closing.closes,
          opensAt: closing.opens === 0 ? null : closing.opens,
          announced: waits === undefined ? null : { rate: text(waits.rate), from: waits.from },
          proposal: (await proposals.standing('contract.closingRate', String(market))) ?? null,
        });
      }
      return records;
    },

    async set(by, { id, rate, reason }, ip) {
      const market = Number(idOf(id));
      const closing = live.closing(market);
      if (closing === undefined) throw notThere();
      const wanted = parseAtoms(rate, RATE_DECIMALS);
      if (typeof wanted === 'string') throw refuseDesk('rate', 'format');
      if (wanted < 1 || wanted > MILLION) throw refuseDesk('rate', 'range');
      return proposals.make(
        by,
        {
          kind: 'contract.closingRate',
          subject: { kind: 'market', id, name: symbolOf(live, market) },
          facts: [{ fact: 'closingRate', before: text(closing.rate), after: text(wanted) }],
          data: { market, rate: wanted },
          reason,
        },
        ip,
      );
    },
  };
}
