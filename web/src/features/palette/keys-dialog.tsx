// The list of keys, opened by `?`; trading keys are off until switched on here.

import { Trans } from '@lingui/react/macro';
import { CheckField, Dialog } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { prefer, usePreferences } from '../../preference/index.ts';
import style from './palette.module.css';

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { tradingKeys } = usePreferences();
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Keyboard shortcuts on this page</Trans>}
      safe={<Trans>Close</Trans>}
      testId="keys"
    >
      <dl className={style['keys']}>
        <Key name="Ctrl K">
          <Trans>Command palette</Trans>
        </Key>
        <Key name="?">
          <Trans>These shortcuts</Trans>
        </Key>
        <Key name="Esc">
          <Trans>Clears the order form; closes what is open</Trans>
        </Key>
        <Key name="Enter">
          <Trans>In the order form: sends it, as its button says</Trans>
        </Key>
      </dl>
      <CheckField checked={tradingKeys} onChange={(on) => prefer({ tradingKeys: on })}>
        <Trans>Trading shortcuts</Trans>
      </CheckField>
      <dl className={style['keys']} data-off={!tradingKeys || undefined}>
        <Key name="B">
          <Trans comment="What a key does">Buy side, or open long</Trans>
        </Key>
        <Key name="S">
          <Trans comment="What a key does">Sell side, or open short</Trans>
        </Key>
        <Key name="L">
          <Trans comment="What a key does">Limit order</Trans>
        </Key>
        <Key name="M">
          <Trans comment="What a key does">Market order</Trans>
        </Key>
        <Key name="P">
          <Trans comment="What a key does">To the price</Trans>
        </Key>
        <Key name="A">
          <Trans comment="What a key does">To the amount</Trans>
        </Key>
        <Key name="1 2 3 4">
          <Trans comment="What keys do">25%, 50%, 75%, 100% of the available balance</Trans>
        </Key>
      </dl>
    </Dialog>
  );
}

function Key({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>
        <kbd>{name}</kbd>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
