// A popover or menu beside its button. lazy.tsx loads this code on first use.
import { cloneElement, useState, type ReactElement, type ReactNode } from 'react';
import { Menu as MantineMenu, Popover as MantinePopover } from '@mantine/core';
import style from './overlay.module.css';

/** Above notices: they stay until clicked and must not cover an open popover. */
const aboveNotices = 66;

export interface PopoverProps {
  /** The button; gets aria-expanded and the click handler. */
  readonly target: ReactElement<{ readonly onClick?: () => void }>;
  readonly children: ReactNode;
  readonly width?: number | 'target';
  readonly label: string;
  readonly position?: 'bottom' | 'bottom-start' | 'bottom-end' | 'top';
  readonly onOpen?: () => void;
  /** Starts open, because the user pressed the button before this code was loaded. */
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
  /** Starts open, because the user pressed the button before this code was loaded. */
  readonly startOpen?: boolean;
}

/** A menu of actions or of choices. Arrow keys, letters and Escape work as usual. */
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
      // A menu may contain only items (ARIA); the placeholder would be a focusable box without a role.
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
