// The text of a refused verification, with a countdown while attempts are locked.
import type { ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { Countdown } from '@vitrine/ui';
import { useSeconds } from '../credential/index.ts';
import { refusalText } from '../i18n/index.ts';
import type { Refused } from './proof.ts';

export function useRefusedText(refused: Refused | undefined): {
  readonly words: ReactNode;
  readonly locked: boolean;
} {
  const left = useSeconds(refused?.until ?? 0);
  if (!refused) return { words: undefined, locked: false };
  if (left > 0)
    return {
      words: (
        <Trans comment="The countdown is in seconds below 100, else HH:MM:SS">
          Too many attempts. The next one is possible in <Countdown left={left} />.
        </Trans>
      ),
      locked: true,
    };
  const { code, key, args } = refused;
  if (key === undefined)
    return {
      words:
        refused.message === '' ? (
          <Trans>No response from the exchange. Check the connection and try again.</Trans>
        ) : (
          <Trans>The browser could not use a passkey here. Choose another way.</Trans>
        ),
      locked: false,
    };
  return { words: refusalText({ code, key, args }), locked: false };
}
