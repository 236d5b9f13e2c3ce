// Parts of every page that the first paint does not need: order notices, alerts, palette, keys, guide, and the home page's note on practice. Loaded when the page
// has settled.
import { AlertHost } from '../features/alerts/index.ts';
import { GuideHost } from '../features/guide/index.ts';
import { NoticeHost } from '../features/notices/index.ts';
import { HomeNote } from './practice/home-note.tsx';
import { PaletteActions } from './palette.tsx';

export function LateHosts() {
  return (
    <>
      <NoticeHost />
      <AlertHost />
      <PaletteActions />
      <GuideHost />
      <HomeNote />
    </>
  );
}
