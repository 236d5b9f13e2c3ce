// Random payments, reorganisations of depth 1 to 60, lost answers and cut passes against what must come of them (W02, W04).

import type { Command } from '@vitrine/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { randomTests } from '@vitrine/core/test';
import { randomFrom } from '../../support/exchange-world.ts';
import { FAULTS, type NodeFaultKind } from '../rail/faulty-node.ts';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { CutError, type DepositWorld, startDeposits } from './deposit-world.ts';

const { seed } = randomTests(import.meta.url);

const ROUNDS = 24;
const CONFIRMATIONS = 12;

let database: CustodyTestDatabase;
let world: DepositWorld;

interface Sent {
  readonly txid: string;
  readonly customer: number;
  readonly atoms: number;
}

beforeAll(async () => {
  database = await custodyDatabase();
});
afterEach(async () => world.stop());
afterAll(async () => database.stop());

/** How deep a transaction stands in the true chain; 0: it does not. */
async function depthOf(high: number, low: number, sent: readonly Sent[]): Promise<number> {
  const begins = [high, low].map((word) => word.toString(16).padStart(12, '0')).join('');
  const { node } = world.practice.chain;
  const payment = sent.find(({ txid }) => txid.startsWith(begins));
  const status = payment === undefined ? undefined : await node.status(payment.txid);
  return status?.state === 'included' ? (await node.head()).height - status.height + 1 : 0;
}

describe('a chain that reorganises 1 to 60 deep (W04)', () => {
  it.each([
    ['an honest node', 0, 0],
    ['custody that is cut anywhere', 0, 30],
    ['a node that fails and lies now and then', 25, 0],
  ])('never credits before twelve confirmations, never twice, and loses nothing: %s', async (_, lies, cuts) => {
    const random = randomFrom(seed);
    const words = `seed ${seed}`;
    let cutting = cuts > 0;
    let cut = 0;
    world = await startDeposits(database, () => {
      if (!cutting || random(cuts) > 0) return false;
      cut += 1;
      return true;
    });
    const unlessCut = async (act: () => Promise<void>) =>
      act().catch((error: unknown) => {
        if (!(error instanceof CutError)) throw error;
      });
    await unlessCut(world.step);
    const sent: Sent[] = [];
    const shallow: string[] = [];
    world.before = async (command: Command) => {
      if (command.name !== 'deposit.credit' || lies > 0) return;
      const { transactionHigh, transactionLow } = command;
      const deep = await depthOf(transactionHigh, transactionLow, sent);
      // The chain may have gone on since our journal was read: never fewer than twelve while it stands.
      if (deep > 0 && deep < CONFIRMATIONS) shallow.push(`${transactionHigh}:${transactionLow} at ${deep}`);
    };
    world.onSubmit = () => (random(6) === 0 ? (random(2) === 0 ? 'busy' : 'lost') : undefined);
    // A payment left out or made up in both readings of its block is beyond what one node can be asked: once a run at most.
    const once = new Set<NodeFaultKind>(['missing', 'invented']);
    if (lies > 0)
      world.faulty.choose = (question) => {
        const fault = random(lies) === 0 ? FAULTS[random(FAULTS.length)] : undefined;
        const rare = fault === 'missing' || fault === 'invented';
        return question === 'arrivals' && rare && !once.delete(fault) ? undefined : fault;
      };
    const other = world.another();
    const pay = async (customer: number, atoms: number): Promise<void> => {
      const amount = `${Math.trunc(atoms / 1_000_000)}.${String(atoms % 1_000_000).padStart(6, '0')}`;
      const to = world.address(customer);
      const { txid } = await world.practice.outside.send(world.customers[customer]!, 'USDT', to, amount, world.key());
      sent.push({ txid, customer, atoms });
    };

    for (let round = 0; round < ROUNDS; round += 1) {
      world.now += 1_000;
      for (let more = random(3); more > 0; more -= 1) await pay(random(3), 1 + random(3_000_000));
      await world.mine(1 + random(9));
      if (random(4) === 0) {
        const { height } = await world.practice.chain.node.head();
        await world.practice.outside.reorganise(Math.min(height, 1 + random(60)), random(2) === 0);
      }
      if (random(5) > 0) await unlessCut(world.step);
      if (random(4) === 0)
        await unlessCut(async () => {
          await other.follower.step();
          await other.deposits.step('practice');
        });
    }

    cutting = false;
    world.onSubmit = undefined;
    world.faulty.choose = () => undefined;
    await pay(0, 1);
    for (let at = 0; at < 4; at += 1) {
      world.now += 60_000;
      await world.mine(CONFIRMATIONS + 1);
      await world.step();
      await world.step();
    }

    expect(shallow, words).toEqual([]);
    world.house.exchange.audit();
    const rows = await database.db.selectFrom('custody_deposits').selectAll().execute();
    expect(new Set(rows.map(({ txid }) => txid)).size, words).toBe(rows.length);
    const balances = [0, 0, 0];
    for (const { txid, customer, atoms } of sent) {
      const row = rows.find((one) => one.txid === txid);
      const { state } = await world.practice.chain.node.status(txid);
      if (state === 'included') {
        // A lie told twice may have taken it back: it is credited again at twice the confirmations.
        expect(lies > 0 ? ['credited', 'reversed'] : ['credited'], words).toContain(row?.stage);
        if (row?.stage === 'credited') balances[customer]! += atoms;
      } else expect(row?.stage ?? 'reversed', words).toBe('reversed');
    }
    expect(
      [0, 1, 2].map((customer) => world.has(customer, 'USDT')),
      words,
    ).toEqual(balances);
    const credited = rows.filter(({ stage }) => stage === 'credited').length;
    expect(credited, words).toBeGreaterThan(0);
    console.log(
      `${words}: ${sent.length} payments, ${credited} credited, ${rows.length - credited} reversed, ${world.faulty.played.size} kinds of lies, ${cut} cuts`,
    );
  });
});
