// An alert row as its owner sees it, and as it is watched.

import { type Alert, ALERT_CHANNEL, asDecimal } from '@vitrine/contract';
import type { Selectable } from 'kysely';
import type { Live } from '../../projection/live/index.ts';
import { listingAt } from '../../markets/index.ts';
import type { AlertsTable } from './tables.ts';
import { readValue } from './value.ts';
import type { Watched } from './watched.ts';

type Row = Selectable<AlertsTable>;

/** The alert in the API's format. */
export function shownOf(row: Row): Alert {
  const channels = row.channels.split(',');
  return {
    id: row.id,
    symbolName: row.instrument === null ? null : (listingAt(row.instrument)?.name ?? null),
    type: row.type,
    kind: row.kind,
    value: row.value === null ? null : asDecimal(row.value),
    channels: ALERT_CHANNEL.filter((channel) => channels.includes(channel)),
    state: row.state,
    repeat: row.repeats,
    createTime: Number.parseInt(row.created_at, 10),
    firedTime: row.fired_at === null ? null : Number.parseInt(row.fired_at, 10),
    firedValue: row.fired_value === null ? null : asDecimal(row.fired_value),
  };
}

/** The alert with its value as an integer. @throws for a row that this program cannot have saved. */
export function watchedOf(live: Pick<Live, 'instrument'>, row: Row): Watched {
  const { id, kind, type, instrument } = row;
  const value = kind === 'fill' || row.value === null ? 0 : readValue(live, kind, instrument, row.value);
  if (typeof value === 'string')
    throw new Error(`expected a value that can be watched in alert ${id}, got ${row.value}`);
  return {
    ...{ id, kind, type, instrument, value },
    userId: row.user_id,
    coreUser: Number.parseInt(row.core_user, 10),
    repeat: row.repeats,
    shown: shownOf(row),
  };
}
