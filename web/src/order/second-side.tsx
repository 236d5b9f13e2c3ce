// The side of a second contract.

import { Trans } from '@lingui/react/macro';
import { SECOND_DIRECTION } from '@vitrine/contract';
import { Directed } from '@vitrine/ui';

/** Up or Down, with its triangle and colour. */
export function SecondSide({ direction }: { readonly direction: number }) {
  if (direction === SECOND_DIRECTION.up)
    return (
      <span data-side="up">
        <Directed direction="up">
          <Trans comment="Side of a second contract">Up</Trans>
        </Directed>
      </span>
    );
  if (direction === SECOND_DIRECTION.down)
    return (
      <span data-side="down">
        <Directed direction="down">
          <Trans comment="Side of a second contract">Down</Trans>
        </Directed>
      </span>
    );
  return <span>–</span>;
}
