// What floats beside its button: a popover of facts, a menu of choices, a tip of a few words.
import { cloneElement, useState, type ReactElement, type ReactNode } from 'react';
import { Menu as MantineMenu, Popover as MantinePopover, Tooltip } from '@mantine/core';
import style from './overlay.module.css';

export interface PopoverProps {
  /** The button; gets aria-expanded and the click. */
  readonly target: ReactElement<{ readonly onClick?: () => void }>;
  readonly children: ReactNode;
  readonly width?: number | 'target';
  readonly label: string;
  readonly position?: 'bottom' | 'bottom-start' | 'bottom-end' | 'top';
  readonly onOpen?: () => void;
}

export function Popover({ target, children, width, label, position = 'bottom-end', onOpen }: PopoverProps) {
  const [open, setOpen] = useState(false);
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
      withinPortal
      zIndex={55}
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
}

/** A list of actions or a choice of one; arrows, letters, Escape as everywhere. */
export function Menu({ target, title, items, width = 220, label, position = 'bottom-end' }: MenuProps) {
  return (
    <MantineMenu width={width} position={position} shadow="none" withinPortal zIndex={55} loop>
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

/** A few words on pointing or focus; never the only place where something is said. */
export function Tip({ words, children }: { readonly words: ReactNode; readonly children: ReactElement }) {
  return (
    <Tooltip label={words} withArrow events={{ hover: true, focus: true, touch: false }} zIndex={56}>
      {children}
    </Tooltip>
  );
}
