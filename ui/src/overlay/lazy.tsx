// What lies over the page comes when it is first wanted: its code is not part of the first load.
import { cloneElement, lazy, Suspense, useState, type ReactElement } from 'react';
import type { DialogProps } from './dialog.tsx';
import type { MenuProps, PopoverProps } from './floating.tsx';
import type { DrawerProps } from './side-drawer.tsx';

const loadFloating = () => import('./floating.tsx');
const LazyMenu = lazy(() => loadFloating().then(({ Menu: one }) => ({ default: one })));
const LazyPopover = lazy(() => loadFloating().then(({ Popover: one }) => ({ default: one })));
const loadDialog = () => import('./dialog.tsx');
const loadDrawer = () => import('./side-drawer.tsx');
const LazyDialog = lazy(() => loadDialog().then(({ Dialog: one }) => ({ default: one })));
const LazyDrawer = lazy(() => loadDrawer().then(({ Drawer: one }) => ({ default: one })));

/** Fetches the overlays' code ahead, for pages whose questions must open without a connection too. Rejects as an import does. */
export async function preloadOverlays(): Promise<void> {
  await Promise.all([loadDialog(), loadDrawer(), loadFloating()]);
}

/** The button before its menu was ever wanted: pointing at it fetches the code, pressing opens. */
function armed(target: ReactElement<TargetProps>, arm: () => void): ReactElement {
  const fetchCode = (): void => void loadFloating();
  return cloneElement(target, {
    onClick: arm,
    onPointerEnter: fetchCode,
    onFocus: fetchCode,
    'aria-haspopup': true,
    'aria-expanded': false,
  });
}

interface TargetProps {
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly 'aria-haspopup'?: boolean;
  readonly 'aria-expanded'?: boolean;
}

/** A list of actions or a choice of one; arrows, letters, Escape as everywhere. */
export function Menu(props: Omit<MenuProps, 'startOpen'>) {
  const [wanted, setWanted] = useState(false);
  const idle = armed(props.target as ReactElement<TargetProps>, () => setWanted(true));
  if (!wanted) return idle;
  return (
    <Suspense fallback={idle}>
      <LazyMenu {...props} startOpen />
    </Suspense>
  );
}

/** Facts beside their button. */
export function Popover(props: Omit<PopoverProps, 'startOpen'>) {
  const [wanted, setWanted] = useState(false);
  const idle = armed(props.target as ReactElement<TargetProps>, () => {
    setWanted(true);
    props.onOpen?.();
  });
  if (!wanted) return idle;
  return (
    <Suspense fallback={idle}>
      <LazyPopover {...props} startOpen />
    </Suspense>
  );
}

/** Once opened, an overlay stays mounted, so that it can close with its own motion. */
function useEverOpen(open: boolean): boolean {
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  return ever || open;
}

export function Dialog(props: DialogProps) {
  return useEverOpen(props.open) ? (
    <Suspense fallback={null}>
      <LazyDialog {...props} />
    </Suspense>
  ) : null;
}

export function Drawer(props: DrawerProps) {
  return useEverOpen(props.open) ? (
    <Suspense fallback={null}>
      <LazyDrawer {...props} />
    </Suspense>
  ) : null;
}
