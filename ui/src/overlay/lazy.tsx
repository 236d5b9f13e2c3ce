// Loads overlays on first use, so that their code is not part of the initial load.
import { cloneElement, useState, type ReactElement } from 'react';
import type { DialogProps } from './dialog.tsx';
import type { MenuProps, PopoverProps } from './floating.tsx';
import { type LatePart, latePart, showMissing } from './late-part.tsx';
import type { DrawerProps } from './side-drawer.tsx';

const loadFloating = () => import('./floating.tsx');
const loadDialog = () => import('./dialog.tsx');
const loadDrawer = () => import('./side-drawer.tsx');
const LateMenu = latePart<MenuProps>(async () => (await loadFloating()).Menu);
const LatePopover = latePart<PopoverProps>(async () => (await loadFloating()).Popover);
const LateDialog = latePart<DialogProps>(async () => (await loadDialog()).Dialog);
const LateDrawer = latePart<DrawerProps>(async () => (await loadDrawer()).Drawer);

/** Fetches the overlays' code ahead, for pages whose dialogs must also open offline. Rejects as an import does. */
export async function preloadOverlays(): Promise<void> {
  await Promise.all([loadDialog(), loadDrawer(), loadFloating()]);
}

/** The button before its menu is loaded: hover and focus fetch the code, a press opens the menu. */
function armed(target: ReactElement<TargetProps>, arm: () => void): ReactElement {
  // Pressing the button reports a failed fetch.
  const fetchCode = (): void => void loadFloating().catch(() => undefined);
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

/** A menu of actions or of choices. Arrow keys, letters and Escape work as usual. */
export function Menu(props: Omit<MenuProps, 'startOpen'>) {
  return useArmed(LateMenu, props);
}

/** Facts in a popover beside their button. */
export function Popover(props: Omit<PopoverProps, 'startOpen'>) {
  return useArmed(LatePopover, props, props.onOpen);
}

function useArmed<P extends { readonly target: ReactElement }>(
  Late: LatePart<P & { readonly startOpen: true }>,
  props: P,
  onOpen?: () => void,
): ReactElement {
  const [wanted, setWanted] = useState(false);
  const idle = armed(props.target as ReactElement<TargetProps>, () => {
    setWanted(true);
    onOpen?.();
  });
  const missing = (): void => {
    setWanted(false);
    showMissing();
  };
  return wanted ? <Late of={{ ...props, startOpen: true }} missing={idle} onMissing={missing} /> : idle;
}

interface OverlayProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * Keeps an opened overlay mounted, so that its closing transition can run. Closes an overlay whose code did not load.
 */
function useOverlay<P extends OverlayProps>(Late: LatePart<P>, props: P): ReactElement | null {
  const [ever, setEver] = useState(props.open);
  if (props.open && !ever) setEver(true);
  const missing = (): void => {
    props.onClose();
    showMissing();
  };
  return ever && (props.open || Late.isHere()) ? <Late of={props} onMissing={missing} /> : null;
}

export function Dialog(props: DialogProps) {
  return useOverlay(LateDialog, props);
}

export function Drawer(props: DrawerProps) {
  return useOverlay(LateDrawer, props);
}
