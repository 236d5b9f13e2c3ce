// Closed positions, page by page: PnL by price, fees and funding, and the history.

import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Position } from '@vitrine/contract';
import { Button, type Column, Empty, ErrorBlock, NumExact, Table, Time, useSearched } from '@vitrine/ui';
import { useState } from 'react';
import { queryOf } from '../../../api/index.ts';
import { PositionName } from '../figures.tsx';
import { StoryDrawer } from './history.tsx';
import type { ContractKind, ContractTerms } from '../terms.ts';
import { UnitWord } from '../words.tsx';

const PAGE = 15;

export interface ClosedProps {
  readonly contractType: ContractKind;
  readonly termsOf: (symbolName: string) => ContractTerms | undefined;
}

export function ClosedPositions({ contractType, termsOf }: ClosedProps) {
  const { t } = useLingui();
  const list = useSearched(contractType);
  const [story, setStory] = useState<Position>();
  const query = useQuery({
    ...queryOf(
      'contract.position.list',
      { contractType, status: 'closed', current: list.current, size: PAGE, ...list.older },
      'lazy',
    ),
    placeholderData: keepPreviousData,
  });
  const terms = story && termsOf(story.symbolName);
  return (
    <>
      <Table
        dense
        label={t({ message: 'Closed positions', comment: 'List' })}
        columns={columns(setStory, t({ message: 'Actions', comment: 'Head of a column or menu of buttons' }))}
        rows={query.data?.records}
        rowKey={({ id }) => id}
        error={
          query.isError ? (
            <ErrorBlock title={<Trans>Couldn’t load closed positions</Trans>} onRetry={() => void query.refetch()} />
          ) : undefined
        }
        paging={list.paging(query.data, PAGE)}
        empty={
          <Empty title={<Trans>No closed positions</Trans>}>
            <Trans>Closed and liquidated positions appear here.</Trans>
          </Empty>
        }
      />
      <StoryDrawer
        position={story}
        terms={terms && { ...terms, unit: <UnitWord terms={terms} /> }}
        onClose={() => setStory(undefined)}
      />
    </>
  );
}

function columns(onStory: (position: Position) => void, actionsName: string): readonly Column<Position>[] {
  const money = (read: (row: Position) => string) => (row: Position) => (
    <NumExact value={read(row)} unit={row.settleCoin} sign="always" />
  );
  return [
    {
      key: 'closed',
      head: <Trans comment="Column: when a position was closed">Closed</Trans>,
      cell: ({ closeTime, updateTime }) => <Time at={closeTime ?? updateTime} as="full" className="v-ink-2" />,
    },
    {
      key: 'name',
      head: <Trans>Position</Trans>,
      cell: (position) => <PositionName position={position} />,
      phone: 'keep',
    },
    {
      key: 'opened',
      head: <Trans comment="Column: when a position was opened">Opened</Trans>,
      cell: ({ createTime }) => <Time at={createTime} as="full" className="v-ink-2" />,
    },
    {
      key: 'price',
      head: <Trans comment="Part of a result: by the price">Price</Trans>,
      cell: money(({ priceProfit }) => priceProfit),
      right: true,
    },
    {
      key: 'fees',
      head: <Trans comment="Part of a result: trading fees">Fees</Trans>,
      cell: money(({ feeProfit }) => feeProfit),
      right: true,
    },
    {
      key: 'funding',
      head: <Trans comment="Part of a result: funding paid or received">Funding</Trans>,
      cell: money(({ fundingProfit }) => fundingProfit),
      right: true,
    },
    {
      key: 'profit',
      head: <Trans comment="Column: profit and loss of a position">Result</Trans>,
      cell: (row) => <NumExact value={row.profit} unit={row.settleCoin} directed />,
      right: true,
      phone: 'keep',
    },
    {
      key: 'actions',
      head: '',
      label: actionsName,
      right: true,
      phone: 'keep',
      cell: (row) => (
        <Button size="small" data-testid="story" onClick={() => onStory(row)}>
          <Trans>What happened</Trans>
        </Button>
      ),
    },
  ];
}
