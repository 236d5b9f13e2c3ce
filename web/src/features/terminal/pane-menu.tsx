// Shows and hides panes, and resets the layout.

import { useLingui } from '@lingui/react/macro';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { IconButton, Menu } from '@vitrine/ui';
import { usePaneWords } from './pane-grid.tsx';
import { type LayoutName, shownPanes } from './panes.ts';
import { resetPanes, togglePane, usePanes } from './use-panes.ts';

export function PaneMenu({ layout, markets }: { readonly layout: LayoutName; readonly markets: boolean }) {
  const { t } = useLingui();
  const { hidden } = usePanes();
  const words = usePaneWords();
  return (
    <Menu
      label={t({ message: 'Panes', comment: 'Menu: which parts of the terminal are shown' })}
      width={220}
      position="bottom-end"
      target={
        <IconButton
          data-testid="panes"
          label={t({ message: 'Panes', comment: 'Menu: which parts of the terminal are shown' })}
        >
          <IconLayoutDashboard stroke={1.75} aria-hidden="true" />
        </IconButton>
      }
      items={[
        ...shownPanes(layout, markets, [])
          .map((pane) => [pane, words[pane]] as const)
          .map(([pane, paneName]) => ({
            key: pane,
            label: hidden.includes(pane)
              ? t({ message: `Show: ${paneName}`, comment: 'Menu entry; a pane of the terminal' })
              : t({ message: `Hide: ${paneName}`, comment: 'Menu entry; a pane of the terminal' }),
            onClick: () => togglePane(pane),
          })),
        {
          key: 'reset',
          label: t({ message: 'Reset the layout', comment: 'Menu entry: all panes as they were first' }),
          onClick: resetPanes,
        },
      ]}
    />
  );
}
