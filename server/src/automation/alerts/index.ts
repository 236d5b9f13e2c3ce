// Public interface of the alerts: what a customer asked to be notified of, and when.

export { type AlertOwner, type AlertParts, type Alerts, type AlertsFired, createAlerts } from './alerts.ts';
export type { AlertTables } from './tables.ts';
export { REPEAT_EVERY } from './watched.ts';
