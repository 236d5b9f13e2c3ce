// Face of the alerts: what a customer asked to be told, and when it is told.

export { type AlertOwner, type AlertParts, type Alerts, type AlertsFired, createAlerts } from './alerts.ts';
export type { AlertTables } from './tables.ts';
export { REPEAT_EVERY } from './watched.ts';
