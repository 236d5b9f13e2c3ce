// Shared parts of attacks: the attacker's addresses and accounts, and concurrent work.

import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Customer, ended } from './attack-client.ts';

/** A prepared attack. */
export interface Attack {
  /** Continues until `on()` is false. */
  run(on: () => boolean): Promise<number>;
}

/** Addresses of the attacker, separate from the bystander's. */
export const address = (at: number) => `127.0.1.${1 + at}`;
export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
/** Delay before a refused connection is tried again. */
export const BREATH = 5;
const REGISTER_TRIES = 60;

/** Registers a user; retries while the address is still limited because of the previous attack. */
async function registered(one: Customer): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await one.register();
      return;
    } catch (error) {
      if (tries >= REGISTER_TRIES) throw error;
      await pause(1_000);
    }
  }
}

/** That many accounts, each with its own address. */
export async function customers(port: number, count: number): Promise<Customer[]> {
  const all = times(count, (at) => new Customer(port, address(at)));
  for (const one of all) await registered(one);
  return all;
}

/** Runs `work` concurrently `count` times; returns how often it was done. */
export async function parallel(
  count: number,
  on: () => boolean,
  work: (at: number) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  await Promise.all(
    times(count, async (at) => {
      while (on()) {
        await work(at);
        done += 1;
      }
    }),
  );
  return done;
}

/** Writes and reads until the other side closes the connection or a second has passed. */
export async function ask(socket: Socket, bytes: string | Buffer): Promise<void> {
  socket.resume();
  socket.write(bytes);
  await Promise.race([ended(socket), pause(1_000)]);
  socket.destroy();
}
