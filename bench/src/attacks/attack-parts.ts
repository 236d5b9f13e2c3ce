// What attacks are made of: addresses and accounts of the attacker, work at many places at once.

import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Customer, ended } from './attack-client.ts';

/** An attack that is prepared. */
export interface Attack {
  /** Goes on until `on()` is false. */
  run(on: () => boolean): Promise<number>;
}

/** Its own addresses are apart from the bystander's. */
export const address = (at: number) => `127.0.1.${1 + at}`;
export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
/** A connection that is refused at once is not tried again at once. */
export const BREATH = 5;
const REGISTER_TRIES = 60;

/** Registers, again while the address still pays for the attack before. */
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

/** So many accounts, each at an address of its own. */
export async function customers(port: number, count: number): Promise<Customer[]> {
  const all = times(count, (at) => new Customer(port, address(at)));
  for (const one of all) await registered(one);
  return all;
}

/** Runs `work` at `count` places; gives how often it was done. */
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

/** Writes and reads what comes until the other side ends it, or a second has passed. */
export async function ask(socket: Socket, bytes: string | Buffer): Promise<void> {
  socket.resume();
  socket.write(bytes);
  await Promise.race([ended(socket), pause(1_000)]);
  socket.destroy();
}
