// Words of the ticket for who has linked accounts: what these leave on a side.

import { IconLink } from '@tabler/icons-react';
import { printDecimal } from '@vitrine/core/number';
import style from '../contract.module.css';
import type { Side, TicketFacts } from './form.ts';
import { groupLots } from './group.ts';
import { GroupWords } from '../words.tsx';

/** Nothing where no linked account bounds an opening. */
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
