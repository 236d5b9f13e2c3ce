// What lies over the page.
export { Dialog, type DialogProps } from './dialog.tsx';
export { Drawer, type DrawerProps } from './side-drawer.tsx';
export { Menu, Popover, Tip, type MenuItem, type MenuProps, type PopoverProps } from './floating.tsx';
export { Toaster, clearToasts, closeToast, maxToasts, toast, toasts, type Toast, type ToastKind } from './toast.tsx';
