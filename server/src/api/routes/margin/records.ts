// Records of borrowing: loans, repayments, interest, and each step of a liquidation.

import { type BorrowRecord, MARGIN_STEP, type ParsedOf } from '@vitrine/contract';
import { WALLET } from '@vitrine/core/enum';
import type { ExportersOf, HandlersOf } from '../../call/index.ts';
import { type DebtFilter, type DebtLine, mapParts, RECORD_KIND } from '../../../projection/views/index.ts';
import { decimalText, pairOf, VALUE_ASSET } from '../../wire/index.ts';
import { type RouteParts, waitForHistory } from '../parts.ts';
import { ACCOUNT_WALLET, spotMarket } from '../order/ticket.ts';

type Name = 'entrust.borrowOrder';
type Kind = BorrowRecord['kind'];

/** Decimals of a level, and of an hourly rate. */
const LEVEL_DECIMALS = 6;
const RATE_DECIMALS = 9;
/** A margin call is not a liquidation yet. */
const CALL = 1;

/** The handler of records of borrowing. */
export function marginRecords({ live, reads }: RouteParts): {
  handlers: HandlersOf<Name>;
  exporters: ExportersOf<Name>;
} {
  /** `c`: a coin, or a symbol: for isolated margin its account, for cross margin its two coins. */
  function filterOf({ a, b, c, startTime, endTime }: ParsedOf<Name>): DebtFilter {
    const wallet = ACCOUNT_WALLET[a];
    const filter = { wallet, kind: RECORD_KIND[b], startTime, endTime };
    if (c === 'all') return filter;
    const coin = live.assetByCode(c.toUpperCase());
    if (coin) return { ...filter, assets: [coin.asset] };
    const market = spotMarket(live, c);
    return wallet === WALLET.crossMargin
      ? { ...filter, assets: [market.base, market.quote] }
      : { ...filter, market: market.market };
  }

  function wordOf(kind: number): Kind {
    const found = Object.entries(RECORD_KIND).find(([, number]) => number === kind);
    if (found === undefined) throw new Error(`expected a kind of record of 1 to 4, got ${kind}`);
    return found[0] as Kind;
  }

  function recordOf(line: DebtLine): BorrowRecord | undefined {
    // Steps of a wallet are in the asset that insurance is valued in.
    const asset = line.asset === 0 ? live.assetByCode(VALUE_ASSET) : live.asset(line.asset);
    if (!asset) return undefined;
    const kind = wordOf(line.kind);
    return {
      id: String(line.line),
      kind,
      coin: asset.code,
      symbolName: line.market > 0 ? pairOf(live, live.market(line.market)) : null,
      amount: decimalText(line.amount, asset.scale),
      interest: decimalText(line.interest, asset.scale),
      rate: line.rate > 0 ? decimalText(line.rate, RATE_DECIMALS) : null,
      step: kind === 'liquidation' ? (MARGIN_STEP[line.step - 1] ?? null) : null,
      level: line.level > 0 ? decimalText(line.level, LEVEL_DECIMALS) : null,
      time: line.time,
      status: statusOf(kind, line),
      seq: line.seq,
    };
  }

  const records = (lines: readonly DebtLine[]): BorrowRecord[] =>
    lines.map(recordOf).filter((one) => one !== undefined);

  return {
    handlers: {
      async 'entrust.borrowOrder'(input, { session, after }) {
        const filter = filterOf(input);
        await waitForHistory(reads, after);
        const page = await reads.debtRecords(session.coreUser, filter, input);
        return { ...page, records: records(page.records) };
      },
    },
    exporters: {
      async *'entrust.borrowOrder'(input, { session, after }) {
        const filter = filterOf(input);
        await waitForHistory(reads, after);
        return yield* mapParts(reads.debtRecordParts(session.coreUser, filter), records);
      },
    },
  };
}

function statusOf(kind: Kind, { end, step, ended }: DebtLine): BorrowRecord['status'] {
  if (kind === 'liquidation') return step === CALL ? 'done' : 'liquidated';
  if (kind === 'still') return ended ? 'repaid' : 'done';
  return end === 'none' ? 'done' : end;
}
