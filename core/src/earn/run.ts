// The life of a stake: paid days, its end, its early redemption (money §6).

import { DAY, TIMER } from '../clock/index.ts';
import { ACCOUNT_CLASS, WALLET } from '../enum/index.ts';
import { earlyPenalty, yieldOf, yieldOfDay } from '../formula/index.ts';
import { DONE, offsetOf, rejects } from '../schema/index.ts';
import { type EarnContext } from './context.ts';
import { after, INPUT, NONE, PLAN, planOf, STATE } from './states.ts';
import { emitClosed, emitPaid } from './events.ts';

const USER = offsetOf('earn.redeem', 'user');
const STAKE = offsetOf('earn.redeem', 'stake');
const RECEIVE = offsetOf('earn.redeem', 'receive');
/** Reasons why a stake ended. */
const AT_END = 1;
const REDEEMED = 2;

function plan(context: EarnContext, slot: number): number {
  const { terms } = context.products;
  const row = context.stakes.rows.terms[slot] as number;
  return planOf(terms.kind[row] as number, terms.flexible[row] as number);
}

/** A day of a stake, or its term, ended at `due`. */
export function turn(context: EarnContext, id: number, due: number): void {
  const { stakes } = context;
  const slot = stakes.rows.find(id);
  if (slot === 0) return;
  const how = plan(context, slot);
  const goesOn = how === PLAN.renewing ? renewable(context, slot) : due < (stakes.rows.ends[slot] as number);
  const next = after(how, STATE.running, goesOn ? INPUT.day : INPUT.end);
  if (next === STATE.completed) end(context, slot, how);
  else if (next === STATE.running) (how === PLAN.renewing ? renew : payDay)(context, slot, due);
}

/** Whether flexible finance can renew for another day: it is still on sale and the treasury can fund the yield. */
function renewable(context: EarnContext, slot: number): boolean {
  const { products, stakes } = context;
  const terms = stakes.rows.terms[slot] as number;
  return (
    products.rows.open[stakes.rows.product[slot] as number] === 1 &&
    context.treasury(products.terms.asset[terms] as number) >= dayYield(context, slot)
  );
}

/** Yield of one day of flexible finance. Each day is a separate term, on the terms it was sold on. */
function dayYield(context: EarnContext, slot: number): number {
  const { products, stakes } = context;
  const t = products.terms;
  const terms = stakes.rows.terms[slot] as number;
  return yieldOf(t.kind[terms] as number, stakes.rows.principal[slot] as number, t.rate[terms] as number, 1);
}

/** Pays a day of staking and sets the next day's timer. */
function payDay(context: EarnContext, slot: number, due: number): void {
  const atoms = dayOf(context, slot);
  const { rows } = context.stakes;
  emitPaid(context, slot, atoms, 0);
  context.pay(rows.user[slot] as number, asset(context, slot), atoms);
  context.timers.add(due + DAY, TIMER.earnDay, rows.id(slot));
}

/** Counts the finished day and returns its yield. */
function dayOf(context: EarnContext, slot: number): number {
  const { products, stakes } = context;
  const { rows } = stakes;
  const t = products.terms;
  const terms = rows.terms[slot] as number;
  const day = (rows.day[slot] as number) + 1;
  rows.day[slot] = day;
  const atoms = yieldOfDay(t.kind[terms] as number, rows.principal[slot] as number, t.rate[terms] as number, day);
  rows.paid[slot] = (rows.paid[slot] as number) + atoms;
  return atoms;
}

function asset(context: EarnContext, slot: number): number {
  return context.products.terms.asset[context.stakes.rows.terms[slot] as number] as number;
}

/** Pays a day of flexible finance and reserves the next. */
function renew(context: EarnContext, slot: number, due: number): void {
  const { stakes, timers } = context;
  const { rows } = stakes;
  const atoms = rows.promised[slot] as number;
  const next = dayYield(context, slot);
  rows.day[slot] = (rows.day[slot] as number) + 1;
  rows.promised[slot] = next;
  rows.ends[slot] = due + DAY;
  emitPaid(context, slot, atoms, next);
  context.pay(rows.user[slot] as number, asset(context, slot), atoms);
  context.reserve(asset(context, slot), next);
  timers.add(due + DAY, TIMER.earnDay, rows.id(slot));
}

/** The last day ended: pays the remaining yield and returns the principal. */
function end(context: EarnContext, slot: number, how: number): void {
  const { rows } = context.stakes;
  if (how === PLAN.daily) {
    const atoms = dayOf(context, slot);
    emitPaid(context, slot, atoms, 0);
    context.pay(rows.user[slot] as number, asset(context, slot), atoms);
  }
  const earned = (rows.promised[slot] as number) - (rows.paid[slot] as number);
  emitClosed(context, slot, AT_END, (rows.principal[slot] as number) + earned, earned, 0, 0);
  context.pay(rows.user[slot] as number, asset(context, slot), earned);
  giveBack(context, slot, 0);
}

/** Returns the principal, less a penalty for the treasury, and frees the stake's row. */
function giveBack(context: EarnContext, slot: number, penalty: number): void {
  const { stakes, products, ledger } = context;
  const { rows } = stakes;
  const user = rows.user[slot] as number;
  const principal = rows.principal[slot] as number;
  const of = asset(context, slot);
  products.move(rows.product[slot] as number, -principal);
  stakes.remove(slot);
  ledger.post(ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.finance, of, 0), 0, -principal);
  ledger.post(ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, of, 0), principal - penalty, 0);
  ledger.post(ledger.open(ACCOUNT_CLASS.treasury, 0, 0, of, 0), penalty, 0);
}

/** Decides a redemption at exactly the price shown: 200 or the refusal's code. */
export function decideRedeem(context: EarnContext, words: Float64Array, at: number): number {
  const { stakes, products } = context;
  const { rows } = stakes;
  const id = words[at + STAKE] as number;
  const slot = rows.find(id);
  if (slot === 0 || rows.user[slot] !== words[at + USER]) return context.refuse(rejects['request.notFound'], 0, id);
  const terms = rows.terms[slot] as number;
  if (products.terms.early[terms] !== 1 || after(plan(context, slot), STATE.running, INPUT.redeem) === NONE)
    return context.refuse(rejects['redeem.locked'], rows.ends[slot] as number, context.clock.now);
  const principal = rows.principal[slot] as number;
  context.penalty = earlyPenalty(principal, products.terms.penalty[terms] as number);
  context.receive = principal - context.penalty;
  context.unused = (rows.promised[slot] as number) - (rows.paid[slot] as number);
  const receive = words[at + RECEIVE] as number;
  return receive === context.receive ? DONE : context.refuse(rejects['terms.changed'], context.receive, receive);
}

/** Commits the redemption just allowed. Returns the stake's id. */
export function commitRedeem(context: EarnContext, words: Float64Array, at: number): number {
  const { stakes, receive, penalty, unused } = context;
  const id = words[at + STAKE] as number;
  const slot = stakes.rows.find(id);
  context.timers.cancel(plan(context, slot) === PLAN.atEnd ? TIMER.earnEnd : TIMER.earnDay, id);
  emitClosed(context, slot, REDEEMED, receive, 0, unused, penalty);
  context.reserve(asset(context, slot), -unused);
  giveBack(context, slot, penalty);
  return id;
}
