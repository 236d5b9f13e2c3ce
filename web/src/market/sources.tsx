// The sources of an index tick in the chip's popover, with the median in bold and why one was not used.
import { Trans } from '@lingui/react/macro';
import { compareDecimal, type PriceSource } from '@vitrine/ui';
import type { TickSource } from '../live/index.ts';

/** Rows of the popover. With an odd number of used sources, the median is one of them. */
export function sourceRows(list: readonly TickSource[]): readonly PriceSource[] {
  const used = list
    .filter(({ use, price }) => use === 'used' && price !== null)
    .toSorted((a, b) => compareDecimal(a.price ?? '', b.price ?? ''));
  const median = used.length % 2 === 1 ? used[(used.length - 1) / 2]?.source : undefined;
  return list.map(({ source, price, age, use }) => ({
    name: source,
    price,
    age,
    used: use === 'used',
    median: source === median,
    ...(use !== 'used' && { reason: <WhyUnused use={use} /> }),
  }));
}

/** Why a source was not used, as text. */
export function WhyUnused({ use }: { readonly use: TickSource['use'] }) {
  switch (use) {
    case 'tooOld':
      return <Trans comment="Why a price source was not used">too old, not used</Trans>;
    case 'tooFar':
      return <Trans comment="Why a price source was not used">too far from the others, not used</Trans>;
    case 'notPrice':
      return <Trans comment="Why a price source was not used">no price, not used</Trans>;
    case 'used':
      return null;
  }
}
