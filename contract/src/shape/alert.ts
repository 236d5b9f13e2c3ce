// Shapes of alerts: what a customer asked to be told.

import * as z from 'zod/mini';
import { ALERT_CHANNEL, ALERT_KIND, ALERT_STATE } from '../enumeration.ts';
import { decimal, id, time } from '../text.ts';

export const alert = z.object({
  id,
  /** Null: of every market. */
  symbolName: z.nullable(z.string()),
  /** 1 spot, 2 U, 3 coin. */
  type: z.int(),
  kind: z.enum(ALERT_KIND),
  /** A price; a funding rate; a distance to liquidation, fractions. Null for fills. */
  value: z.nullable(decimal),
  channels: z.array(z.enum(ALERT_CHANNEL)),
  state: z.enum(ALERT_STATE),
  /** Told once, then off, unless it repeats. */
  repeat: z.boolean(),
  createTime: time,
  /** When it last fired; what it saw then. */
  firedTime: z.nullable(time),
  firedValue: z.nullable(decimal),
});
export type Alert = z.output<typeof alert>;
