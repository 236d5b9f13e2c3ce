// Rules that a test runs under: the newest unless it says otherwise.

import { activations, encodeCommand, type Exchange, NEWEST_RULES } from '../../src/index.ts';

/** Activates the versions up to `version` in a batch of its own, at the time of the last one. */
export function activate(exchange: Exchange, version: number = NEWEST_RULES): void {
  if (exchange.rules >= version) return;
  exchange.advance(exchange.time);
  for (const command of activations(exchange.rules, version)) {
    const code = exchange.apply(encodeCommand(command), 0);
    if (code !== 200) throw new Error(`Expected rules ${command.version} activated, got ${code}.`);
  }
  exchange.takeEvents();
}
