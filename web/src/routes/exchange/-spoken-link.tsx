// The way into the terminal in words: small, for it stands on every terminal.

import { Trans } from '@lingui/react/macro';
import { prefer } from '../../preference/index.ts';
import style from './-spoken-link.module.css';

/** The way into the terminal in words, first on the page for whoever walks it by keyboard. */
export function AnnouncedLink({ onPress }: { readonly onPress: () => void }) {
  return (
    <button
      type="button"
      className={style['skip']}
      onClick={() => {
        prefer({ spoken: true });
        onPress();
      }}
    >
      <Trans comment="Hidden link at the top of the terminal, for screen readers">Show the terminal as text</Trans>
    </button>
  );
}
