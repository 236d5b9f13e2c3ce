// The assembled desk: staff, sessions, proposals, queues, audit; and its periodic work.

import { type DeskMe, type DeskSummary, mayDesk } from '@vitrine/contract';
import type { Kysely } from 'kysely';
import { createRequestKeys, type RequestKeys, type RequestKeyTables } from '../api/idempotency/index.ts';
import { createThrottle, namedSecret } from '../account/identity/index.ts';
import { type Audit, createAudit } from './audit.ts';
import { type BondDesk, createBondDesk } from './queues/bonds.ts';
import { createCustomers, type Customers } from './queues/customers.ts';
import { createDepositDesk, type DepositDesk } from './queues/deposits.ts';
import { type ClosingRatesDesk, createClosingRatesDesk } from './closing-rates.ts';
import { createDeskExchange } from './exchange.ts';
import { createFundDesk, type FundDesk } from './queues/fund-cases.ts';
import { createKinds } from './proposals/kinds.ts';
import { createKycDesk, type KycDesk } from './queues/kyc.ts';
import { createLinkedDesk, type LinkedDesk } from './queues/linked.ts';
import { createLinks, type Links } from './proposals/links.ts';
import type { DeskOptions } from './parts.ts';
import { AUTOMATIC_NAME, createDeskPeople, type DeskPeople } from './staff/staff-list.ts';
import { createProposalRun } from './proposals/proposal-run.ts';
import { createProposals, type Proposals } from './proposals/proposals.ts';
import { createRecovery } from './staff/recovery.ts';
import { createReviewer, REVIEW_AFTER, type Reviewer } from './staff/reviewer.ts';
import { hasOne } from './staff/roles.ts';
import { createDeskSessions, DESK_IDLE, type DeskSession, type DeskSessions } from './staff/sessions.ts';
import { createSetup, type Setup } from './staff/setup.ts';
import { createSignIn, type DeskSignIn } from './staff/sign-in.ts';
import { createStaff, type Staff } from './staff/staff.ts';
import { startDesk } from './start.ts';
import { deskSwitch } from './switch.ts';
import { createTreasuryDesk, type TreasuryDesk } from './queues/treasury.ts';
import { ruleVersions } from '../api/wire/index.ts';
import { createWithdrawalDesk, type WithdrawalDesk } from './queues/withdrawals.ts';

/** Interval of checks for lapsed proposals, work to repeat, and the automatic reviewer, ms. */
const LOOK = 2_000;

export interface Desk {
  readonly mode: 'practice' | 'live';
  readonly sessions: DeskSessions;
  readonly setup: Setup;
  readonly links: Links;
  readonly signIn: DeskSignIn;
  readonly people: DeskPeople;
  readonly staff: Staff;
  readonly proposals: Proposals;
  readonly customers: Customers;
  readonly kyc: KycDesk;
  readonly fundCases: FundDesk;
  readonly linked: LinkedDesk;
  readonly closingRates: ClosingRatesDesk;
  readonly deposits: DepositDesk;
  readonly withdrawals: WithdrawalDesk;
  readonly treasury: TreasuryDesk;
  readonly bonds: BondDesk;
  readonly audit: Audit;
  /** Idempotency keys of operators' writes. */
  readonly requestKeys: RequestKeys;
  /** Undefined in live mode. */
  readonly reviewer: Reviewer | undefined;
  /** Switches practice traders on or off, at once and for later starts; undefined: this exchange has none. */
  readonly practiceTraders: { set(by: DeskSession, on: boolean, ip: string): Promise<void> } | undefined;
  me(session: DeskSession): Promise<DeskMe>;
  summary(session: DeskSession): Promise<DeskSummary>;
  /** Runs the periodic work; tests call it, otherwise a timer does. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the desk: grants the first two staff members in the exchange, repairs what a crash left, starts its timer. */
export async function createDesk(options: DeskOptions): Promise<Desk> {
  const {
    db,
    link,
    vault,
    mode,
    people,
    custody,
    bondClaims,
    live,
    practice,
    now = Date.now,
    onFault,
    reviewAfter = REVIEW_AFTER,
  } = options;
  const secret = await namedSecret(db, 'desk');
  const audit = createAudit(db, now);
  const exchange = createDeskExchange(link, live);
  await startDesk(db, exchange, audit, mode, now);

  const sessions = createDeskSessions(db, secret, now);
  const recovery = createRecovery(db, secret, now);
  const links = createLinks({ db, vault, secret, audit, now });
  const kinds = createKinds({ db, people, link, custody, bondClaims, live, links, sessions, now });
  const run = createProposalRun({ db, exchange, kinds, audit, now, onFault });
  const proposals = createProposals({ db, exchange, kinds, run, audit, mode, now });
  const customers = createCustomers({ db, people, exchange, proposals, audit, live, now });
  const withdrawals = createWithdrawalDesk({ db, custody, customers, proposals, audit, now });
  const kyc = createKycDesk({ db, people, customers, proposals, audit, now });
  const reviewer =
    mode === 'practice'
      ? createReviewer({
          ...{ db, proposals, withdrawals, audit, after: reviewAfter, now, onFault },
          kyc: practice?.wanted === true ? kyc : undefined,
        })
      : undefined;
  const fundCases = createFundDesk({ db, people, customers, proposals, audit });
  const deposits = createDepositDesk({ db, custody, live, people, customers, proposals, audit });
  const treasury = createTreasuryDesk({ db, link, custody, live, mode, customers, proposals, audit });
  const linked = createLinkedDesk({ db, people, live, customers, proposals });
  const closingRates = createClosingRatesDesk({ live, proposals });
  const bonds = createBondDesk({ db, live, bondClaims, customers, proposals });
  const traders = deskSwitch(db, audit, 'practice-traders', { on: 'practice.tradersOn', off: 'practice.tradersOff' });
  await practice?.set(await traders.on());
  await run.mend('start');
  const requestKeys = createRequestKeys({
    // The desk's handle knows more tables; a query of these keys only names its own.
    db: db as unknown as Kysely<RequestKeyTables>,
    table: 'operator_request_keys',
    now,
    onFault,
  });

  async function look(): Promise<void> {
    await proposals.lapse();
    await run.mend('later');
    await reviewer?.look();
  }
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch(onFault)
      .finally(() => (looking = undefined));
  }, LOOK);
  timer.unref();

  return {
    mode,
    sessions,
    links,
    setup: createSetup({ db, vault, links, audit, recovery, sessions, now }),
    signIn: createSignIn({ db, vault, audit, recovery, sessions, throttle: createThrottle(db, now), now }),
    people: createDeskPeople(db, audit, sessions),
    staff: createStaff({ db, proposals }),
    proposals,
    customers,
    kyc,
    fundCases,
    linked,
    closingRates,
    deposits,
    withdrawals,
    treasury,
    bonds,
    audit,
    requestKeys,
    reviewer,
    practiceTraders:
      practice?.wanted === true
        ? {
            async set(by, on, ip) {
              await traders.set(by, on, ip);
              await practice.set(on);
            },
          }
        : undefined,
    look,

    async me(session) {
      return {
        person: { id: session.person, name: session.name },
        roles: [...session.roles],
        mode,
        satoken: session.satoken,
        reviewer: reviewer === undefined ? null : { on: await reviewer.on(), name: AUTOMATIC_NAME },
        practiceTraders: practice?.wanted === true ? { on: await traders.on() } : null,
        recoveryLeft: await recovery.left(session.person),
        idleMs: DESK_IDLE,
        ends: session.ends,
      };
    },

    async summary({ person, roles }) {
      return {
        kyc: hasOne(roles, ['reviewer', 'auditor']) ? await kyc.waiting() : null,
        fundCases: hasOne(roles, ['support', 'auditor']) ? await fundCases.waiting() : null,
        deposits: mayDesk('desk.deposits.list', roles) ? await deposits.waiting() : null,
        withdrawals: mayDesk('desk.withdrawals.list', roles) ? await withdrawals.waiting() : null,
        appeals: mayDesk('desk.appeals.list', roles) ? await linked.waiting() : null,
        halts: mayDesk('desk.treasury.get', roles) ? treasury.halts() : null,
        proposals: await proposals.count({ person, roles }),
        rules: ruleVersions(live.rules()),
      };
    },

    async stop() {
      clearInterval(timer);
      await looking;
      await requestKeys.stop();
    },
  };
}
