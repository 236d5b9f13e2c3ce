// What every page has but none needs at its first paint: order notices, alerts, palette and keys. Fetched when the page has settled.
import { AlertHost } from '../features/alerts/index.ts';
import { NoticeHost } from '../features/notices/index.ts';
import { PaletteActions } from './palette.tsx';

export function LateHosts() {
  return (
    <>
      <NoticeHost />
      <AlertHost />
      <PaletteActions />
    </>
  );
}
