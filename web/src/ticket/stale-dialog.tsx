// Asks for confirmation before sending at a stale price.

import { PROTECTION } from '@vitrine/core/formula';
import { Trans } from '@lingui/react/macro';
import { Dialog, NumPrice } from '@vitrine/ui';

const protection = String(PROTECTION);

export interface StaleDialogProps {
  /** The age as text; undefined: closed. */
  readonly age: string | undefined;
  readonly price: string | undefined;
  readonly limit: string | undefined;
  readonly rules: { readonly tickDecimals: number };
  readonly onWait: () => void;
  readonly onSend: () => void;
}

export function StaleDialog({ age, price, limit, rules, onWait, onSend }: StaleDialogProps) {
  const seen = <NumPrice value={price} decimals={rules.tickDecimals} />;
  return (
    <Dialog
      open={age !== undefined}
      onClose={onWait}
      testId="old-price"
      title={
        age === '–' ? (
          <Trans>The price is not fresh</Trans>
        ) : (
          <Trans comment="Title of a dialog; e.g. 3.4 s">The price is {age} old</Trans>
        )
      }
      safe={<Trans>Wait for a fresh price</Trans>}
      act={{ label: <Trans comment="Button: after a warning about the address">Send anyway</Trans>, onClick: onSend }}
    >
      <Trans>You saw {seen}. It may have changed.</Trans>{' '}
      {limit === undefined ? (
        <Trans>
          A market order fills at what the book offers then, no further than {protection}% from its best price.
        </Trans>
      ) : (
        <Trans>
          A limit order at <NumPrice value={limit} decimals={rules.tickDecimals} /> can only fill at that price or
          better.
        </Trans>
      )}
    </Dialog>
  );
}
