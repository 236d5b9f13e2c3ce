// The log as threads use it.
import type { Log } from '../../engine/sequencer/index.ts';
import type { Logger } from 'pino';

/** Adapts the logger to the log function that threads use, with the part's name. */
export function under(log: Logger, module: string): Log {
  return (level, message, detail = {}) => log[level]({ module, ...detail }, message);
}
