// campaign.fund and reward.claim: rewards are paid from `rewards` money reserved before the campaign opens (money §10).

import { TIMER } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, WALLET } from '../enum/index.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import { Lookup, type Registry, table } from '../state/index.ts';
import { type WalletContext } from './context.ts';
import type { Expect } from '../expect.ts';

const CLAIM = commands['reward.claim'].kind;
const FUND = commands['campaign.fund'].kind;
const USER = offsetOf('reward.claim', 'user');
const CAMPAIGN = offsetOf('reward.claim', 'campaign');
const FUNDED = offsetOf('campaign.fund', 'campaign');
const ASSET = offsetOf('campaign.fund', 'asset');
const EACH = offsetOf('campaign.fund', 'each');
const TOTAL = offsetOf('campaign.fund', 'total');
const OPENS = offsetOf('campaign.fund', 'opens');
const CLOSES = offsetOf('campaign.fund', 'closes');
const STAGE = offsetOf('campaign.fund', 'stage');
const MAX_CAMPAIGNS = 65_535;
const MAX_CLAIMS = 60_000_000;
/** Kind of reserve, in the account's wallet column. Its market column is the campaign. */
const RESERVE_CAMPAIGN = 11;

export class Rewards extends Domain {
  readonly kinds = [CLAIM, FUND];
  override readonly timers = [TIMER.campaign];
  private readonly context: WalletContext;
  /** By campaign. */
  private readonly rows;
  private readonly claims;
  private readonly index = new Lookup();

  constructor(registry: Registry, context: WalletContext) {
    super();
    this.context = context;
    this.rows = registry.add(
      table(
        'campaigns',
        { each: 'f64', left: 'f64', opens: 'f64', closes: 'f64', asset: 'i32', stage: 'i32' },
        MAX_CAMPAIGNS,
      ),
    );
    this.claims = registry.add(table('claims', { campaign: 'i32', user: 'i32' }, MAX_CLAIMS));
  }

  decide(words: Float64Array, at: number, kind: number): number {
    return kind === CLAIM ? this.decideClaim(words, at) : this.decideFund(words, at);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    return kind === CLAIM ? this.commitClaim(words, at) : this.commitFund(words, at);
  }

  /** Atoms claimed. */
  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    return kind === CLAIM ? [this.rows.each[words[at + CAMPAIGN] as number] as number] : [];
  }

  /** The campaign ends: unclaimed money returns. */
  override fire(_kind: number, campaign: number): void {
    const { rows, context } = this;
    const left = rows.left[campaign] as number;
    if (left === 0) return;
    const rewards = context.ledger.open(ACCOUNT_CLASS.rewards, 0, 0, rows.asset[campaign] as number, 0);
    rows.left[campaign] = 0;
    this.emit(campaign);
    context.ledger.post(this.reserve(campaign), 0 - left, 0);
    context.ledger.post(rewards, left, 0);
  }

  override rebuild(): void {
    const { claims } = this;
    for (let row = 1; row <= claims.top; row += 1)
      this.index.add(claims.user[row] as number, claims.campaign[row] as number, 0, row);
  }

  override emitState(): void {
    for (let campaign = 1; campaign <= this.rows.top; campaign += 1) if (this.known(campaign)) this.emit(campaign);
  }

  override audit(expect: Expect): void {
    const { rows, context } = this;
    for (let campaign = 1; campaign <= rows.top; campaign += 1) {
      if (!this.known(campaign)) continue;
      const reserve = context.ledger.accounts.available[this.reserve(campaign)] as number;
      const left = rows.left[campaign] as number;
      expect(reserve === left, () => `campaign ${campaign} to have ${left} set aside, it has ${reserve}`);
    }
  }

  private known(campaign: number): boolean {
    return campaign <= this.rows.top && this.rows.each[campaign] !== 0;
  }

  /** From `opens` to `closes`, both included. */
  private decideClaim(words: Float64Array, at: number): number {
    const { rows, context } = this;
    const user = words[at + USER] as number;
    const campaign = words[at + CAMPAIGN] as number;
    const { now } = context.clock;
    if (!this.known(campaign)) return this.refuse(rejects['request.notFound'], 0, campaign);
    if (context.users.together(user, (one) => this.index.find(one, campaign, 0)) !== 0)
      return this.refuse(rejects['reward.claimed'], 0, campaign);
    const stage = rows.stage[campaign] as number;
    const own = context.users.rows.stage[user] as number;
    if (own < stage) return this.refuse(rejects['kyc.required'], stage, own);
    const opens = rows.opens[campaign] as number;
    if (now < opens) return this.refuse(rejects['reward.notFunded'], opens, now);
    const closes = rows.closes[campaign] as number;
    if (now > closes) return this.refuse(rejects['reward.notFunded'], closes, now);
    const each = rows.each[campaign] as number;
    const left = rows.left[campaign] as number;
    if (left < each) return this.refuse(rejects['reward.notFunded'], each, left);
    return this.claims.full() ? this.refuse(rejects['request.tooFrequent'], this.claims.most, this.claims.top) : DONE;
  }

  private commitClaim(words: Float64Array, at: number): number {
    const { rows, context, claims } = this;
    const { ledger } = context;
    const user = words[at + USER] as number;
    const campaign = words[at + CAMPAIGN] as number;
    const asset = rows.asset[campaign] as number;
    const each = rows.each[campaign] as number;
    const claim = claims.append();
    claims.campaign[claim] = campaign;
    claims.user[claim] = user;
    this.index.add(user, campaign, 0, claim);
    rows.left[campaign] = (rows.left[campaign] as number) - each;
    const wallet = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0);
    this.emit(campaign);
    context.out.record('rewarded', { user, campaign, asset, amount: each });
    ledger.post(this.reserve(campaign), 0 - each, 0);
    ledger.post(wallet, each, 0);
    return each;
  }

  private decideFund(words: Float64Array, at: number): number {
    const { context } = this;
    const campaign = words[at + FUNDED] as number;
    const asset = words[at + ASSET] as number;
    const each = words[at + EACH] as number;
    const total = words[at + TOTAL] as number;
    const opens = words[at + OPENS] as number;
    const closes = words[at + CLOSES] as number;
    if (this.known(campaign)) return this.refuse(rejects['request.invalid'], 0, campaign);
    if (!context.markets.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
    if (each > total) return this.refuse(rejects['request.invalid'], each, total);
    if (opens <= context.clock.now) return this.refuse(rejects['request.invalid'], context.clock.now, opens);
    if (closes < opens) return this.refuse(rejects['request.invalid'], opens, closes);
    const rewards = context.ledger.find(ACCOUNT_CLASS.rewards, 0, 0, asset, 0);
    const has = rewards === 0 ? 0 : (context.ledger.accounts.available[rewards] as number);
    return has < total ? this.refuse(rejects['reward.notFunded'], total, has) : DONE;
  }

  private commitFund(words: Float64Array, at: number): number {
    const { rows, context } = this;
    const { ledger } = context;
    const campaign = words[at + FUNDED] as number;
    const asset = words[at + ASSET] as number;
    const total = words[at + TOTAL] as number;
    const closes = words[at + CLOSES] as number;
    rows.reach(campaign);
    rows.asset[campaign] = asset;
    rows.each[campaign] = words[at + EACH] as number;
    rows.left[campaign] = total;
    rows.opens[campaign] = words[at + OPENS] as number;
    rows.closes[campaign] = closes;
    rows.stage[campaign] = words[at + STAGE] as number;
    context.timers.add(closes, TIMER.campaign, campaign);
    const rewards = ledger.open(ACCOUNT_CLASS.rewards, 0, 0, asset, 0);
    const reserve = ledger.open(ACCOUNT_CLASS.reserve, 0, RESERVE_CAMPAIGN, asset, campaign);
    this.emit(campaign);
    ledger.post(rewards, 0 - total, 0);
    ledger.post(reserve, total, 0);
    return 0;
  }

  private reserve(campaign: number): number {
    return this.context.ledger.find(
      ACCOUNT_CLASS.reserve,
      0,
      RESERVE_CAMPAIGN,
      this.rows.asset[campaign] as number,
      campaign,
    );
  }

  /** Emits `campaign.changed`. */
  private emit(campaign: number): void {
    const { rows } = this;
    this.context.out.record('campaign.changed', {
      campaign,
      asset: rows.asset[campaign] as number,
      each: rows.each[campaign] as number,
      left: rows.left[campaign] as number,
      opens: rows.opens[campaign] as number,
      closes: rows.closes[campaign] as number,
      stage: rows.stage[campaign] as number,
    });
  }
}
