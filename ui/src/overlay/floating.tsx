// What floats beside its button: a popover of facts, a menu of choices. Loaded by lazy.tsx when first wanted.
import { cloneElement, useState, type ReactElement, type ReactNode } from 'react';
import { Menu as MantineMenu, Popover as MantinePopover } from '@mantine/core';
import style from './overlay.module.css';

/** Above notices, which stay until clicked: what was just opened must not lie under them. */
const aboveNotices = 66;

export interface PopoverProps {
  /** The button; gets aria-expanded and the click. */
  readonly target: ReactElement<{ readonly onClick?: () => void }>;
  readonly children: ReactNode;
  readonly width?: number | 'target';
  readonly label: string;
  readonly position?: 'bottom' | 'bottom-start' | 'bottom-end' | 'top';
  readonly onOpen?: () => void;
  /** Open from the first: it was pressed before its code was there. */
  readonly startOpen?: boolean;
}

export function Popover({
  target,
  children,
  width,
  label,
  position = 'bottom-end',
  onOpen,
  startOpen = false,
}: PopoverProps) {
  const [open, setOpen] = useState(startOpen);
  const toggle = (): void => {
    setOpen(!open);
    if (!open) onOpen?.();
  };
  return (
    <MantinePopover
      opened={open}
      onChange={(opened) => {
        setOpen(opened);
        if (opened) onOpen?.();
      }}
      position={position}
      shadow="none"
      trapFocus
      returnFocus
      withinPortal
      zIndex={aboveNotices}
      {...(width === undefined ? {} : { width })}
    >
      <MantinePopover.Target>{cloneElement(target, { onClick: toggle })}</MantinePopover.Target>
      <MantinePopover.Dropdown className={style['popover'] ?? ''} aria-label={label}>
        {children}
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}

export interface MenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly chosen?: boolean;
  readonly onClick: () => void;
}

export interface MenuProps {
  readonly target: ReactElement;
  readonly title?: ReactNode;
  readonly items: readonly MenuItem[];
  readonly width?: number;
  readonly label: string;
  readonly position?: 'bottom-start' | 'bottom-end';
  /** Open from the first: it was pressed before its code was there. */
  readonly startOpen?: boolean;
}

/** A list of actions or a choice of one; arrows, letters, Escape as everywhere. */
export function Menu({
  target,
  title,
  items,
  width = 220,
  label,
  position = 'bottom-end',
  startOpen = false,
}: MenuProps) {
  return (
    <MantineMenu
      defaultOpened={startOpen}
      returnFocus
      width={width}
      position={position}
      shadow="none"
      withinPortal
      zIndex={aboveNotices}
      loop
      // A menu holds its items alone (ARIA); the placeholder would be a focusable box without a role.
      withInitialFocusPlaceholder={false}
    >
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown
        className={style['menu'] ?? ''}
        aria-label={label}
        mah="min(70vh, 560px)"
        style={{ overflow: 'auto' }}
      >
        {title === undefined ? null : <MantineMenu.Label className={style['label'] ?? ''}>{title}</MantineMenu.Label>}
        {items.map((item) => (
          <MantineMenu.Item
            key={item.key}
            className={style['item'] ?? ''}
            leftSection={item.icon}
            data-key={item.key}
            data-chosen={item.chosen || undefined}
            aria-current={item.chosen || undefined}
            onClick={item.onClick}
          >
            {item.label}
          </MantineMenu.Item>
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}
