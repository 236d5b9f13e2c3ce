// What watches while one is away from the keyboard: alerts, and orders cancelled when the page is gone.
export { AlertHost } from './alert-host.tsx';
export { type AlertBegin, openAlerts } from './alert-open.ts';
export { CancelAfterMenu } from './cancel-after-menu.tsx';
