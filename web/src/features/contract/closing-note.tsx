// Notes before a market with trading hours closes: in the ticket what openings require, at positions what will be
// reduced.

import { IconClock } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { printDecimal } from '@vitrine/core/number';
import { Button, NumMoney, NumPercent } from '@vitrine/ui';
import { excessOf, nearClose } from './closing.ts';
import style from './contract.module.css';
import { PositionName, type Shown } from './figures.tsx';
import type { ContractTerms } from './terms.ts';
import { useMinute } from './use-minute.ts';
import { Quantity } from './words.tsx';

const RATE_DECIMALS = 4;

/** What openings require shortly before the close. */
export function ClosingNote({ terms }: { readonly terms: ContractTerms }) {
  const near = nearClose(terms.closing, useMinute());
  if (!near) return null;
  const { minutes } = near;
  const rate = <NumPercent value={printDecimal(near.rate, RATE_DECIMALS)} />;
  return (
    <p className={style['hint']} data-testid="closing-note">
      <IconClock className="v-i-14" stroke={1.75} aria-hidden="true" />
      <span>
        <Trans comment="Countdown before a market's hours end; min: minutes; the rate is a percentage of the value">
          Closes in {minutes} min: opening orders need {rate} margin.
        </Trans>
      </span>
    </p>
  );
}

/** Positions in markets that close soon: what will be reduced, and the margin that avoids it. */
export function ClosingPositions({
  shown,
  onMargin,
}: {
  readonly shown: readonly Shown[];
  readonly onMargin: (shown: Shown) => void;
}) {
  const minute = useMinute();
  const near = shown.filter(({ one }) => nearClose(one.terms.closing, minute) !== undefined);
  if (near.length === 0) return null;
  return (
    <ul className={style['closing']} data-testid="closing-positions">
      {near.map((row) => (
        <li key={row.one.position.id}>
          <PositionName position={row.one.position} />
          <span>
            <Outlook shown={row} minute={minute} />
          </span>
          {excessOf(row.one).lots > 0 ? (
            <Button size="small" data-testid="closing-margin" onClick={() => onMargin(row)}>
              <Trans comment="Opens the dialog that adds margin to a position">Add margin</Trans>
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** What happens to one position before the close. */
function Outlook({ shown: { one }, minute }: { readonly shown: Shown; readonly minute: number }) {
  const { terms } = one;
  const near = nearClose(terms.closing, minute);
  if (!near) return null;
  const { minutes, reducedIn } = near;
  const excess = excessOf(one);
  if (excess.lots === 0)
    return <Trans comment="A position before its market closes">Closes in {minutes} min. Its margin covers it.</Trans>;
  const lots = <Quantity value={printDecimal(excess.lots, terms.lotDecimals)} terms={terms} />;
  const margin = (
    <NumMoney
      value={printDecimal(excess.margin, terms.settleScale)}
      asset={terms.settle}
      scale={terms.settleScale}
      showAsset
    />
  );
  if (reducedIn === 0)
    return (
      <Trans comment="A position in the last ten minutes before its market closes">
        Closes in {minutes} min. {lots} are not covered by margin and profit; a gap beyond the margin closes the
        position.
      </Trans>
    );
  return (
    <Trans comment="A position before its market closes: so many lots will be reduced unless margin is added">
      Closes in {minutes} min. In {reducedIn} min {lots} will be reduced at or near the index, without a fee. Add{' '}
      {margin} of margin to avoid it.
    </Trans>
  );
}
