// The ticket's note for users with linked accounts: what those leave on a side.

import { IconLink } from '@tabler/icons-react';
import { printDecimal } from '@vitrine/core/number';
import style from '../contract.module.css';
import type { Side, TicketFacts } from './form.ts';
import { groupLots } from './group.ts';
import { GroupWords } from '../words.tsx';

/** Renders nothing if no linked account limits an opening. */
export function GroupNote({ side, facts }: { readonly side: Side; readonly facts: TicketFacts }) {
  const lots = groupLots({ side }, facts);
  if (lots === undefined) return null;
  return (
    <p className={style['hint']} data-testid="group-note">
      <IconLink className="v-i-14" stroke={1.75} aria-hidden="true" />
      <span>
        <GroupWords most={printDecimal(lots, facts.terms.lotDecimals)} terms={facts.terms} />
      </span>
    </p>
  );
}
