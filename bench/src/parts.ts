// The parts of the bench, each with its module.

import { join } from 'node:path';
import type { Part } from './part.ts';

/** The parts in this order, each with its file below `bench/src`. */
export const PARTS: Readonly<Record<string, string>> = {
  core: 'core/core.ts',
  contracts: 'contracts/contracts.ts',
  durable: 'durable.ts',
  ack: 'ack.ts',
  fold: 'fold.ts',
  kept: 'kept.ts',
  sockets: 'sockets/sockets.ts',
  http: 'http.ts',
  recovery: 'recovery.ts',
  history: 'history.ts',
  attacks: 'attacks/attacks.ts',
  floods: 'attacks/floods.ts',
};

function isPart(module: unknown): module is Part {
  return typeof module === 'object' && module !== null && 'name' in module && 'goal' in module && 'run' in module;
}

/** Loads a part by its name. */
export async function loadPart(name: string): Promise<Part> {
  const place = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  if (place === undefined) throw new Error(`Expected parts among ${Object.keys(PARTS).join(', ')}, got '${name}'.`);
  const file = join(import.meta.dirname, place);
  const module: unknown = await import(file);
  if (!isPart(module)) throw new Error(`Expected ${file} to export name, goal and run.`);
  return module;
}
