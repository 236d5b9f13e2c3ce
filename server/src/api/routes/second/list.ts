// Own second contracts with their results.

import type { ParsedOf, Second as WireSecond, SecondNet as WireNet } from '@vitrine/contract';
import { type ExportersOf, type HandlersOf, refuse } from '../../call/index.ts';
import type { Second } from '../../../projection/handlers/index.ts';
import { listingOf } from '../../../markets/index.ts';
import { mapParts, type SecondFilter, type SecondNet } from '../../../projection/views/index.ts';
import { decimalText, secondOf } from '../../wire/index.ts';
import { type RouteParts, waitForHistory } from '../parts.ts';

type Name = 'secondContractOrder.selectOrderList';

/** The handler of the list of second contracts. */
export function secondList({ live, reads }: RouteParts): { handlers: HandlersOf<Name>; exporters: ExportersOf<Name> } {
  function filterOf({ symbol, status, startTime, endTime }: ParsedOf<Name>): SecondFilter {
    const filter = { status, startTime, endTime };
    if (symbol === undefined) return filter;
    const listing = listingOf(symbol);
    const instrument = listing && live.instrumentByName(listing.base, listing.quote);
    const market = instrument && live.secondMarketOf(instrument.instrument);
    if (!market) throw refuse('market.unknown', { symbol });
    return { ...filter, market: market.market };
  }

  const wire = (seconds: readonly Second[], now: number): WireSecond[] =>
    seconds.map((one) => secondOf(live, one, now)).filter((one) => one !== undefined);

  function netOf({ asset: number, net, staked, won, lost, tied }: SecondNet): WireNet[] {
    const asset = live.asset(number);
    if (!asset) return [];
    const text = (atoms: bigint) => decimalText(atoms, asset.scale);
    return [{ coin: asset.code, net: text(net), staked: text(staked), won, lost, tied }];
  }

  return {
    handlers: {
      async 'secondContractOrder.selectOrderList'(input, { session, after, now }) {
        const filter = filterOf(input);
        await waitForHistory(reads, after);
        const page = await reads.seconds(session.coreUser, filter, input);
        const net = await reads.secondNet(session.coreUser);
        return { ...page, records: wire(page.records, now), net: net.flatMap(netOf) };
      },
    },
    exporters: {
      async *'secondContractOrder.selectOrderList'(input, { session, after, now }) {
        const filter = filterOf(input);
        await waitForHistory(reads, after);
        return yield* mapParts(reads.secondParts(session.coreUser, filter), (part) => wire(part, now));
      },
    },
  };
}
