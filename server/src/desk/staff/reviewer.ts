// Practice mode's automatic reviewer: the second person for somebody who tries the desk alone, labelled as such. In
// live mode it is never created; its number has no row and no role. It also approves withdrawals that one person may
// approve. Where practice traders are, nobody has to work at the desk for a newcomer to try everything: there it also passes
// first stages of verification. It starts no other two-person action.

import { PROPOSAL_ROLES } from '@vitrine/contract';
import { Refusal } from '../../api/call/index.ts';
import type { Audit } from '../audit.ts';
import { AUTOMATIC } from './staff-list.ts';
import type { KycDesk } from '../queues/kyc.ts';
import { approvable, PROPOSAL_LIFE } from '../proposals/proposal-row.ts';
import type { Proposals } from '../proposals/proposals.ts';
import { hasOne, rolesOf } from './roles.ts';
import { type DeskSwitch, deskSwitch } from '../switch.ts';
import type { DeskDatabase } from '../tables.ts';
import type { WithdrawalDesk } from '../queues/withdrawals.ts';

const SETTING = 'reviewer';
/** Most proposals handled per check. */
const LOOK_MOST = 20;
/** How long a proposal waits for it, ms: long enough to see it open. */
export const REVIEW_AFTER = 5_000;

export interface Reviewer extends DeskSwitch {
  /** If switched on, approves what has waited long enough. Returns how many. */
  look(): Promise<number>;
}

export interface ReviewerParts {
  readonly db: DeskDatabase;
  readonly proposals: Proposals;
  readonly withdrawals: Pick<WithdrawalDesk, 'approveAlone'>;
  /** Passes first stages of verification; undefined: they wait for people. */
  readonly kyc: Pick<KycDesk, 'passAlone'> | undefined;
  readonly audit: Audit;
  readonly after: number;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

export function createReviewer(parts: ReviewerParts): Reviewer {
  const { db, proposals, withdrawals, kyc, audit, after, now, onFault } = parts;

  const { on, set } = deskSwitch(db, audit, SETTING, { on: 'reviewer.on', off: 'reviewer.off' });

  return {
    on,
    set,

    async look() {
      if (!(await on())) return 0;
      const me = await db.selectFrom('desk_people').select('roles').where('id', '=', AUTOMATIC).executeTakeFirst();
      if (me === undefined) return 0;
      const asking = { person: AUTOMATIC, roles: rolesOf(me.roles) };
      const kinds = approvable(asking);
      if (kinds.length === 0) return 0;
      let approved = hasOne(asking.roles, PROPOSAL_ROLES['withdrawal.approve'].approve)
        ? await withdrawals.approveAlone(asking, now() - after)
        : 0;
      if (kyc !== undefined && hasOne(asking.roles, PROPOSAL_ROLES['kyc.pass'].approve))
        approved += await kyc.passAlone(asking, now() - after);
      const rows = await db
        .selectFrom('desk_proposals')
        .select('id')
        .where('state', '=', 'open')
        .where('kind', 'in', kinds)
        .where('made_at', '<=', String(now() - after))
        .where('expires_at', '>', String(now()))
        .where('expires_at', '<=', String(now() + PROPOSAL_LIFE))
        .orderBy('id')
        .limit(LOOK_MOST)
        .execute();
      for (const { id } of rows) {
        try {
          await proposals.approve(asking, String(id), undefined);
          approved += 1;
        } catch (error) {
          // A person was faster, or the proposer lost the role: it is theirs to settle.
          if (!(error instanceof Refusal)) onFault(error);
        }
      }
      return approved;
    },
  };
}
