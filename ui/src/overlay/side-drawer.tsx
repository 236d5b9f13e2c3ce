// A drawer at the side, 480 px wide, below the ribbon. On a phone it opens from the bottom and takes 88 % of the
// height.
import type { ReactNode } from 'react';
import { Drawer as MantineDrawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { IconButton } from '../control/index.ts';
import { classes } from '../theme/index.ts';
import { useScrollLock } from './scroll-lock.ts';
import style from './overlay.module.css';

export interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
  readonly width?: number;
  readonly testId?: string | undefined;
}

export function Drawer({ open, onClose, title, children, foot, width = 480, testId }: DrawerProps) {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 47.5em)', false, { getInitialValueInEffect: false });
  useScrollLock(open);
  return (
    <MantineDrawer.Root
      opened={open}
      onClose={onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '88%' : width}
      lockScroll={false}
      transitionProps={{ duration: 180 }}
      zIndex={50}
      classNames={{ content: classes(style['drawer'], phone ? style['sheet'] : style['drawerInner']) }}
    >
      <MantineDrawer.Overlay className={style['veil'] ?? ''} />
      <MantineDrawer.Content data-testid={testId}>
        <div className={style['drawerHead']}>
          <MantineDrawer.Title className={style['drawerTitle'] ?? ''}>{title}</MantineDrawer.Title>
          <IconButton label={t`Close`} onClick={onClose} data-autofocus>
            <IconX stroke={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={style['drawerBody']}>{children}</div>
        {foot === undefined ? null : <div className={style['drawerFoot']}>{foot}</div>}
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  );
}
