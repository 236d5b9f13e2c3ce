// The rules of a test: the newest version by default.

import { activations, encodeCommand, type Exchange, NEWEST_RULES } from '../../src/index.ts';

/** Activates the versions up to `version` in a separate batch, at the time of the last batch. */
export function activate(exchange: Exchange, version: number = NEWEST_RULES): void {
  if (exchange.rules >= version) return;
  exchange.advance(exchange.time);
  for (const command of activations(exchange.rules, version)) {
    const code = exchange.apply(encodeCommand(command), 0);
    if (code !== 200) throw new Error(`Expected rules ${command.version} activated, got ${code}.`);
  }
  exchange.takeEvents();
}
