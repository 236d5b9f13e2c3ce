// The simulator's auditor would have caught a breach of what rules 40 say of allowances, linked accounts and verification: the exchange
// runs under the rules before while the auditor checks the new ones.
import { afterEach, describe, expect, vi } from 'vitest';
import { command, USDT } from '../kit/genesis.ts';
import { RULE } from '../../src/index.ts';
import { CLAIM_NOTICE } from '../../src/otc/index.ts';
import { LINK_NOTICE } from '../../src/user/index.ts';
import { agreed, approve, propose } from '../desk/kit.ts';
import { ANNA, BEN, type World } from '../kit/world.ts';
import { DAY, LoanWorld } from '../loan/kit.ts';
import { act, claim, deal, MERCHANT_BUYS, MERCHANT_SELLS, offer, otcWorld } from '../otc/kit.ts';
import { SecondWorld } from '../second/kit.ts';
import { credit, request, reverse, review, stage, walletWorld } from '../wallet/kit.ts';
import { HOUR, queue, queueWorld, sign } from '../wallet/queue-kit.ts';
import { itFinds, type Planted } from './listen.ts';

function linked(world: World): void {
  expect(agreed(world, command('account.link', { user: BEN, other: ANNA })).code).toBe(200);
  world.wait(LINK_NOTICE);
  world.tick();
}

/** Hours that have passed come back and are taken off those of a withdrawal that was paid. */
function passedHours(rules: number): void {
  const world = queueWorld({ rules });
  queue(world, ANNA, 4_000);
  world.wait(4 * HOUR);
  sign(world, queue(world, ANNA, 4_000));
  stage(world, ANNA, 2, 2);
  world.wait(HOUR);
  stage(world, ANNA, 2, 0);
  queue(world, ANNA, 100);
}

function overdue(rules: number): void {
  const world = new LoanWorld({ rules });
  linked(world);
  world.lend(ANNA, 1_000);
  world.empty(ANNA);
  world.wait(7 * DAY + 1);
  world.send(world.applyOf(BEN, 1_000));
}

function reversed(rules: number): void {
  const world = walletWorld({ practice: [0, 0, 500_000], rules });
  linked(world);
  const id = world.must(request(BEN, USDT, 9_000));
  world.must(credit(ANNA, USDT, 1_000_000, 1));
  world.transfer(ANNA, 1, 6, USDT, 1_300_000);
  world.must(reverse(1));
  world.send(review(id, 1));
}

function unverified(rules: number): void {
  const world = walletWorld({ practice: [0, 0, 500_000], rules });
  const id = world.must(request(ANNA, USDT, 9_000));
  stage(world, ANNA, 0);
  world.send(review(id, 1));
}

function ownDeal(rules: number): void {
  const world = otcWorld({ rules });
  linked(world);
  const sells = world.must(offer(ANNA, MERCHANT_SELLS));
  world.send(deal(BEN, sells, 10));
}

function unverifiedSale(rules: number): void {
  const world = otcWorld({ rules });
  const bid = world.must(offer(ANNA, MERCHANT_BUYS));
  stage(world, BEN, 0);
  world.send(deal(BEN, bid, 20));
}

function ownClaim(rules: number): void {
  const world = otcWorld({ rules });
  const sells = world.must(offer(ANNA, MERCHANT_SELLS));
  const id = world.must(deal(BEN, sells, 10));
  world.must(act('cancel', BEN, id));
  const made = propose(world, claim(id, BEN, 5));
  linked(world);
  world.wait(CLAIM_NOTICE);
  approve(world, made.result);
}

function stakes(rules: number): void {
  const world = new SecondWorld({ rules }, {}, undefined, true);
  linked(world);
  for (const user of [ANNA, ANNA, ANNA, BEN, BEN]) world.send(world.secondOf(user, { amount: 5_000 }));
}

const breaches: readonly Planted[] = [
  ['hours that passed and came back', RULE.allowancePassed, passedHours, /uses hours that others used/],
  ['a loan beside an overdue one', RULE.linkedDebts, overdue, /user 3 gets a loan, user 2 has an overdue one/],
  ['a withdrawal beside a reversed deposit', RULE.linkedDebts, reversed, /user 3 goes to status 2, user 2 owes/],
  ['a withdrawal of who is no longer verified', RULE.stageRevoked, unverified, /user 2 is not verified/],
  ['a sale of who is not verified', RULE.verifiedSales, unverifiedSale, /user 3 sells by deal \d+, they may not/],
  ['a deal with oneself', RULE.linkedDeals, ownDeal, /merchant 2 deals with a linked account/],
  ['a bond that pays its merchant', RULE.linkedDeals, ownClaim, /the bond of merchant 2 pays a linked account/],
  ['stakes of two accounts', RULE.linkedStakes, stakes, /user 3 and linked accounts stake 25000, at most 20000/],
];

afterEach(() => vi.restoreAllMocks());

describe('the auditor knows a breach of each rule of version 40', () => {
  itFinds(breaches);
});
