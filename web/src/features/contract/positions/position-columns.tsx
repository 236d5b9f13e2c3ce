// The columns of the table of positions.

import { Trans } from '@lingui/react/macro';
import { IconPencil } from '@tabler/icons-react';
import { Button, type Column } from '@vitrine/ui';
import type { ReactNode } from 'react';
import style from '../contract.module.css';
import { Causes, figureTexts, Liquidation, PositionName, Result, Settled, type Shown } from '../figures.tsx';
import { Hint } from '../../../hint/index.ts';
import { MoreMenu, type PositionActions, Ratio, Stops } from './position-parts.tsx';
import { MarkPrice, Quantity } from '../words.tsx';

/** All fields of a position; the phone has cards instead. */
export function positionColumns(
  actions: PositionActions,
  actionsName: string,
  stopsName: string,
): readonly Column<Shown>[] {
  const id = ({ one }: Shown): string => one.position.id;
  const field = (name: string, content: ReactNode): ReactNode => <span data-field={name}>{content}</span>;
  return [
    {
      key: 'name',
      head: (
        <Hint of={['long', 'short']}>
          <Trans>Position</Trans>
        </Hint>
      ),
      cell: ({ one }) => <PositionName position={one.position} stacked />,
      phone: 'keep',
    },
    {
      key: 'result',
      head: (
        <Hint of="result">
          <Trans comment="Column: profit and loss of a position">Result</Trans>
        </Hint>
      ),
      cell: (row) => field('profit', <Result shown={row} />),
      right: true,
      phone: 'keep',
    },
    {
      key: 'size',
      head: (
        <Hint of={['takeProfit', 'stopLoss']}>
          <Stack>
            <span>
              <Trans comment="Column: open interest of a position">Size</Trans>
            </span>
            <span>
              <Trans comment="Column, short: triggers of take-profit and stop-loss">TP / SL</Trans>
            </span>
          </Stack>
        </Hint>
      ),
      cell: (row) => (
        <Stack>
          {field('openInterest', <Quantity value={row.one.position.openInterest} terms={row.one.terms} />)}
          <button
            type="button"
            className={style['stops']}
            data-testid="stops"
            title={stopsName}
            onClick={() => actions.onGuards(row)}
          >
            <span className="v-hidden">{stopsName}</span> <Stops shown={row} />
            <IconPencil className="v-i-14" stroke={1.75} aria-hidden="true" />
          </button>
        </Stack>
      ),
      right: true,
    },
    {
      key: 'entry',
      head: (
        <Hint of={['entry', 'mark']}>
          <Stack>
            <span>
              <Trans comment="Column: average opening price">Entry</Trans>
            </span>
            <span>
              <Trans>Mark</Trans>
            </span>
          </Stack>
        </Hint>
      ),
      cell: (row) => (
        <Stack>
          {field('averageOpenPrice', <MarkPrice value={figureTexts(row).averageOpenPrice} terms={row.one.terms} />)}
          {field('markPrice', <MarkPrice value={figureTexts(row).markPrice} terms={row.one.terms} />)}
        </Stack>
      ),
      right: true,
    },
    {
      key: 'liquidation',
      head: (
        <Hint of={['liquidationPrice', 'breakEven']}>
          <Stack>
            <span>
              <Trans>Liquidation</Trans>
            </span>
            <span>
              <Trans>Break-even</Trans>
            </span>
          </Stack>
        </Hint>
      ),
      cell: (row) => (
        <Stack>
          {field('liquidationPrice', <Liquidation shown={row} />)}
          {field('breakEvenPrice', <MarkPrice value={figureTexts(row).breakEvenPrice} terms={row.one.terms} />)}
        </Stack>
      ),
      right: true,
    },
    {
      key: 'margin',
      head: (
        <Hint of={['margin', 'ratio']}>
          <Stack>
            <span>
              <Trans>Margin</Trans>
            </span>
            <span>
              <Trans>Collateral ratio</Trans>
            </span>
          </Stack>
        </Hint>
      ),
      cell: (row) => (
        <Stack>
          {field('margin', <Settled value={figureTexts(row).margin} terms={row.one.terms} showAsset />)}
          {field('collateralRatio', <Ratio shown={row} />)}
        </Stack>
      ),
      right: true,
    },
    {
      key: 'causes',
      head: (
        <Hint of={['fee', 'funding']}>
          <Trans comment="Column: a result's three causes">Price, fees, funding</Trans>
        </Hint>
      ),
      cell: (row) => <CauseLine shown={row} />,
      right: true,
    },
    {
      key: 'actions',
      head: '',
      label: actionsName,
      right: true,
      phone: 'keep',
      cell: (row) => (
        <span className={style['actions']}>
          <Button
            size="small"
            busy={actions.closing === id(row)}
            data-testid="quick-close"
            onClick={() => actions.onClose(id(row))}
          >
            <Trans comment="Closes a whole position at the market">Quick close</Trans>
          </Button>
          <MoreMenu shown={row} isolated={row.one.position.marginMode === 'fixed'} actions={actions} />
        </span>
      ),
    },
  ];
}

/** Two stacked figures, so that a row fits beside the book. */
function Stack({ children }: { readonly children: ReactNode }) {
  return <span className={style['stack']}>{children}</span>;
}

/** The three stacked parts of the PnL, for the table. */
function CauseLine({ shown }: { readonly shown: Shown }) {
  return (
    <span className={style['causes']}>
      <Causes shown={shown} inline />
    </span>
  );
}
