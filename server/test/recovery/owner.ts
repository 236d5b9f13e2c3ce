// A test run in small: starts an exchange, says its process, and stays until it is killed.

import { setTimeout as sleep } from 'node:timers/promises';
import { Exchange } from './exchange.ts';

/** Longer than any test waits, ms. */
const LONG = 2_000_000;

const [, , data = ''] = process.argv;
const exchange = await Exchange.on(data);
process.stdout.write(`${JSON.stringify({ pid: exchange.pid, said: exchange.said })}\n`);
await sleep(LONG);
