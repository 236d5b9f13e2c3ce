// The link to the text terminal. Kept small, because every terminal loads it.

import { Trans } from '@lingui/react/macro';
import { prefer } from '../../preference/index.ts';
import style from './-spoken-link.module.css';

/** The link to the text terminal, first in the tab order. */
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
