// Issue 14, done-when 1: kill -9 of a whole exchange's server, PostgreSQL and signer under load. Nothing acknowledged is
// lost, nothing is done twice, nobody is paid twice, and `npm run verify` finds the views equal to the journal.
// `npm run test:deep -- long` kills 200 times, 100 times PostgreSQL; SEED draws the moments.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Command, defaultGenesis, firstCommands } from '@vitrine/core';
import { randomTests, runs } from '@vitrine/core/test';
import { afterAll, expect, test } from 'vitest';
import { isCode, startPostgres } from '../../src/app/postgres/index.ts';
import { coreKit, startLocal } from '../../src/engine/sequencer/index.ts';
import { Exchange, freePorts, PATIENCE, type Person, type Ports, runProgram, until } from './exchange.ts';
import { Load } from './load.ts';

const { seed } = randomTests(import.meta.url);
const DEEP = process.env['VITRINE_DEEP'] === '1';

const KILLS = runs(DEEP ? 20 : 4);
/** What is killed, in turn; half of them PostgreSQL. `start`: the server, and again while it starts; `both`: with PostgreSQL. */
const TURNS = [
  ...(['postgres', 'server', 'postgres', 'signer', 'postgres', 'start', 'postgres', 'signer'] as const),
  ...(['postgres', 'server', 'both', 'signer', 'postgres', 'signer', 'postgres', 'signer'] as const),
] as const;
/** Payers enough that the signer often has something to sign: the rules pass five withdrawals of each. */
const PAYERS = 2 + Math.ceil(KILLS / 10);
const PAYEES = 3;
const WORKERS = 10;
/** A kill comes at a random moment between these, ms, and a start is killed within the last. */
const SOONEST = 300;
const LATEST = 2_500;
/** The slowest end: withdrawals need twelve blocks, and a signer that died often begins again later each time. */
const LAST = 600_000;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-kills-'));
const data = join(folder, 'data');
let running: Exchange | undefined;
let ports: Ports;

/** Park and Miller's generator. */
let state = (seed % 2_147_483_646) + 1;
function random(): number {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
}

afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function begin(): Exchange {
  running = new Exchange(data, ports, { VITRINE_TRUST_PROXY: '127.0.0.1', VITRINE_LOG: 'warn' });
  return running;
}

async function ready(exchange: Exchange): Promise<void> {
  await exchange.ready();
  expect(exchange.ended, exchange.said).toBe(false);
}

/** Kills a process; false where it had ended. */
function kill9(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false;
    throw error;
  }
}

function postgresPid(): number {
  return Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The signer's process below an exchange; undefined while it is not there. */
async function signerPid(server: number): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  for (const line of stdout.split('\n')) {
    const [pid, parent, ...words] = line.trim().split(/\s+/);
    if (Number(parent) === server && words.join(' ').includes('custody/signer/main')) return Number(pid);
  }
  return undefined;
}

/** Customers may withdraw from stage 2 on: set in the journal, the exchange being stopped. */
async function stageTwo(): Promise<void> {
  const postgres = await startPostgres({ dataFolder: data });
  const local = await startLocal({
    ...{ address: postgres.address, dataFolder: data, kit: coreKit },
    genesis: defaultGenesis('practice', []),
    setup: firstCommands('practice'),
  });
  const MOST = 500;
  let found = 0;
  for (let user = 1; user < MOST && found < PAYERS + PAYEES; user += 1) {
    const { code } = await local.link.submit({ name: 'user.set', user, stage: 2, locks: 0 } as unknown as Command);
    if (code === 200) found += 1;
  }
  await local.stop();
  await postgres.stop();
}

test(
  `issue 14: ${KILLS} kills of server, PostgreSQL and signer lose nothing and do nothing twice (seed ${seed})`,
  async () => {
    ports = await freePorts();
    let exchange = begin();
    await ready(exchange);
    const people: Person[] = [];
    for (let at = 0; at < PAYERS + PAYEES; at += 1)
      people.push(await exchange.customer(`kills${at}x`, `203.0.113.${1 + at}`));
    await exchange.stop();
    await stageTwo();
    exchange = begin();
    await ready(exchange);
    const load = new Load(exchange, people.slice(PAYEES), people.slice(0, PAYEES), random);
    await load.prepare();
    load.start(WORKERS);

    const killed = { server: 0, postgres: 0, signer: 0 };
    for (let number = 0; number < KILLS; number += 1) {
      await sleep(SOONEST + random() * (LATEST - SOONEST));
      const turn = TURNS[number % TURNS.length] ?? 'postgres';
      if (turn === 'signer') {
        let pid: number | undefined;
        await until('the signer runs', async () => (pid = await signerPid(exchange.pid)) !== undefined);
        if (pid !== undefined && kill9(pid)) killed.signer += 1;
        continue;
      }
      if (turn === 'postgres' || turn === 'both') {
        await until('PostgreSQL runs', () => Promise.resolve(kill9(postgresPid())));
        killed.postgres += 1;
      }
      if (turn !== 'postgres') {
        await exchange.kill();
        killed.server += 1;
        exchange = begin();
        if (turn === 'start') {
          await sleep(random() * LATEST);
          await exchange.kill();
          exchange = begin();
        }
        load.exchange = exchange;
      }
      await ready(exchange);
      if (number % 10 === 9)
        process.stdout.write(`kills: ${number + 1} of ${KILLS}, ${load.acknowledged} acknowledged\n`);
    }
    await load.stop();
    await until('every withdrawal has ended', async () => (await load.underWay()) === 0, LAST);
    await until('every payment is credited', () => load.credited(), LAST);

    const { faults, figures } = await load.compare();
    process.stdout.write(`kills: ${JSON.stringify({ seed, killed, ...figures, faults: faults.length })}\n`);
    expect(faults.slice(0, 20)).toEqual([]);
    expect(killed.server + killed.postgres + killed.signer).toBeGreaterThanOrEqual(KILLS);
    expect(figures.withdrawals['confirmed'] ?? 0, JSON.stringify(figures)).toBeGreaterThan(0);
    await exchange.stop();
    const { code, out } = await runProgram('verify', data, LAST);
    expect(out).toContain('all is as it was recorded');
    expect(code).toBe(0);
  },
  PATIENCE + LAST + KILLS * 30_000,
);
