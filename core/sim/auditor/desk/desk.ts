// Audits the desk: two operators approve moves of the operator's money; shares of fees in force (money §1).

import { ACCOUNT_CLASS, WALLET } from '../../../src/enum/index.ts';
import { Breach, must } from '../../finding.ts';
import { eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';
import { LinkBook } from './links.ts';

const P = eventPlaces('proposal.changed');
const M = eventPlaces('moved');
const C = eventPlaces('corrected');
const A = eventPlaces('agent.changed');
const D = eventPlaces('desk.changed');
const X = eventPlaces('desk.acted');
const S = eventPlaces('shares.changed');
const R = eventPlaces('merchant.changed');
const APPROVE = 86;

export interface Proposal {
  readonly id: number;
  readonly command: number;
  readonly by: number;
  readonly until: number;
}

export class DeskBook {
  readonly proposals = new Map<number, Proposal>();
  readonly merchants = new Map<number, number>();
  readonly agents = new Map<number, { readonly agent: number; readonly share: number }>();
  readonly links: LinkBook;
  private readonly auditor: Auditor;
  private readonly roles = new Map<number, number>();
  /** Whether two operators approved the current command. */
  private approved = false;

  constructor(auditor: Auditor) {
    this.auditor = auditor;
    this.links = new LinkBook(auditor, () => this.approved);
    auditor.on('desk.changed', (w, at) => this.roles.set(w[at + D.operator] as number, w[at + D.roles] as number));
    auditor.on('desk.acted', (w, at) =>
      must(
        (this.roles.get(w[at + X.operator] as number) ?? 0) > 0,
        () => `operator ${w[at + X.operator]} acts and is no operator of the desk`,
      ),
    );
    auditor.on('proposal.changed', (w, at) => this.proposal(w, at));
    auditor.on('parameters.changed', () => undefined);
    auditor.on('moved', (w, at) => {
      const { accounts } = auditor;
      const asset = w[at + M.asset] as number;
      if (!this.approved) throw new Breach('money §12.14: operator money moves without two operators');
      accounts.move(accounts.operatorAccount(w[at + M.from] as number, asset), -(w[at + M.amount] as number));
      accounts.move(accounts.operatorAccount(w[at + M.to] as number, asset), w[at + M.amount] as number);
    });
    auditor.on('corrected', (w, at) => {
      const { accounts } = auditor;
      const asset = w[at + C.asset] as number;
      if (!this.approved) throw new Breach('money §12.14: a correction without two operators');
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.treasury, asset), -(w[at + C.amount] as number));
      accounts.move(accounts.wallet(w[at + C.user] as number, WALLET.spot, asset), w[at + C.amount] as number);
    });
    auditor.on('agent.changed', (w, at) => {
      const user = w[at + A.user] as number;
      if (!(!this.agents.has(user) && (w[at + A.agent] as number) < user))
        throw new Breach(`money §10: the agent of user ${user} is not set once, to an earlier user`);
      this.agents.set(user, { agent: w[at + A.agent] as number, share: w[at + A.share] as number });
    });
    auditor.on('merchant.changed', (w, at) =>
      this.merchants.set(w[at + R.user] as number, w[at + R.merchant] as number),
    );
    auditor.on('shares.changed', (w, at) => {
      auditor.people.shares = {
        safety: w[at + S.safety] as number,
        generations: [w[at + S.first] as number, w[at + S.second] as number, w[at + S.third] as number],
      };
    });
    auditor.atEnd(() => {
      this.approved = false;
    });
  }

  private proposal(w: Float64Array, at: number): void {
    const id = w[at + P.proposal] as number;
    const state = w[at + P.state] as number;
    const by = w[at + P.by] as number;
    const known = this.proposals.get(id);
    if (state === 1) {
      if (known !== undefined) throw new Breach(`proposal ${id} is made twice`);
      this.proposals.set(id, { id, command: w[at + P.command] as number, by, until: w[at + P.until] as number });
      return;
    }
    if (!(known !== undefined && known.by === by && known.command === w[at + P.command]))
      throw new Breach(`proposal ${id} is settled, it was not made so`);
    this.proposals.delete(id);
    if (state !== 2) return;
    const second = w[at + P.second] as number;
    if (!(second !== by && second > 0))
      throw new Breach(`money §12.14: proposal ${id} is approved by ${second}, who made it`);
    if (!(this.auditor.command === APPROVE && this.auditor.time <= (known?.until ?? 0)))
      throw new Breach(`proposal ${id} is approved out of time`);
    this.approved = true;
  }
}
