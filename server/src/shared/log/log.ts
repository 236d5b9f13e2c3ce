// The log: JSON lines, without secrets and personal data.

import pino, { type Logger } from 'pino';
import { type Settings, withoutPassword } from '../../app/settings/index.ts';
import { logSerializers } from './serializers.ts';

/** Fields that are never logged, wherever a caller might put them. */
const SECRET = [
  'password',
  'token',
  'access',
  'refresh',
  'satoken',
  'cookie',
  'authorization',
  'email',
  'phone',
  'seed',
];

/** Opens the log at the level of the settings. */
export function openLog(settings: Pick<Settings, 'logLevel'>, to?: pino.DestinationStream): Logger {
  return pino(
    {
      level: settings.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        ...logSerializers,
        reason: (text: unknown) => (typeof text === 'string' ? withoutPassword(text) : text),
      },
      redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '…' },
    },
    ...(to === undefined ? [] : [to]),
  );
}
