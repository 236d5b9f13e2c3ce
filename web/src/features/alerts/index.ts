// Alerts, and the dead man's switch, which cancels orders when the page is closed.
export { AlertHost } from './alert-host.tsx';
export { type AlertBegin, openAlerts } from './alert-open.ts';
export { CancelAfterMenu } from './cancel-after-menu.tsx';
