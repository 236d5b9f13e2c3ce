// The cost of borrowing a coin, for the rules and rates pages.

import { Trans } from '@lingui/react/macro';
import type { Rules } from '@vitrine/contract';
import { type Column, NumRate } from '@vitrine/ui';

/** Coin, interest per hour, interest per day. */
export const lendingColumns: readonly Column<Rules['margin']['coins'][number]>[] = [
  { key: 'coin', head: <Trans>Coin</Trans>, phone: 'keep', cell: ({ coin }) => coin },
  {
    key: 'hour',
    head: <Trans comment="Column: interest an hour">An hour</Trans>,
    right: true,
    phone: 'keep',
    cell: ({ hourRate }) => <NumRate value={hourRate} decimals={4} />,
  },
  {
    key: 'day',
    head: <Trans comment="Column: interest a day">A day</Trans>,
    right: true,
    phone: 'keep',
    cell: ({ dayRate }) => <NumRate value={dayRate} decimals={3} />,
  },
];
