// Overlays: dialogs, drawers, menus, popovers, notices.
export type { DialogProps } from './dialog.tsx';
export type { DrawerProps } from './side-drawer.tsx';
export type { MenuItem, MenuProps, PopoverProps } from './floating.tsx';
export { latePart, type LatePart, type LatePartProps, showMissing } from './late-part.tsx';
export { Dialog, Drawer, Menu, Popover, preloadOverlays } from './lazy.tsx';
export { Toaster, clearToasts, closeToast, maxToasts, toast, toasts, type Toast, type ToastKind } from './toast.tsx';
