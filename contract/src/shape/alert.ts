// Shapes of alerts, which customers request.

import * as z from 'zod/mini';
import { ALERT_CHANNEL, ALERT_KIND, ALERT_STATE } from '../enumeration.ts';
import { decimal, id, time } from '../text.ts';

export const alert = z.object({
  id,
  /** Null: every market. */
  symbolName: z.nullable(z.string()),
  /** 1 spot, 2 USDT-margined, 3 coin-margined. */
  type: z.int(),
  kind: z.enum(ALERT_KIND),
  /** A price; a funding rate; a distance to liquidation (fractions). Null for fills. */
  value: z.nullable(decimal),
  channels: z.array(z.enum(ALERT_CHANNEL)),
  state: z.enum(ALERT_STATE),
  /** Fires once, then switches off, unless it repeats. */
  repeat: z.boolean(),
  createTime: time,
  /** When it last fired, and the observed value. */
  firedTime: z.nullable(time),
  firedValue: z.nullable(decimal),
});
export type Alert = z.output<typeof alert>;
