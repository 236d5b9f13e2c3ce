// Fields of the contract ticket for some orders only: take profit and stop loss.

import { Trans } from '@lingui/react/macro';
import { CheckField } from '@vitrine/ui';
import type { TicketAction, TicketState } from './form.ts';
import { TpslFields } from '../dialogs/tpsl-fields.tsx';
import type { GuardKind } from '../dialogs/tpsl.ts';
import type { ContractTerms } from '../terms.ts';
import type { Problem } from './validate.ts';
import { FieldError } from '../words.tsx';

interface TpslsProps {
  readonly state: TicketState;
  readonly terms: ContractTerms;
  readonly problem: Problem | undefined;
  readonly act: (action: TicketAction) => void;
}

/** Take profit and stop loss of the order. */
export function Tpsls({ state, terms, problem, act }: TpslsProps) {
  const fields = (kind: GuardKind, name: 'stopProfit' | 'stopLoss') => (
    <TpslFields
      kind={kind}
      guard={state[kind]}
      terms={terms}
      error={fieldError(problem, name, state[kind][state[kind].meant], terms)}
      onChange={(field, text) => act({ type: 'guard', kind, field, text })}
    />
  );
  return (
    <>
      <CheckField checked={state.guarded} onChange={(value) => act({ type: 'guarded', value })}>
        <Trans comment="Option of an opening order">Take profit and stop loss</Trans>
      </CheckField>
      {state.guarded ? (
        <>
          {fields('profit', 'stopProfit')}
          {fields('loss', 'stopLoss')}
        </>
      ) : null}
    </>
  );
}

/**
 * A problem shows at its field once something was typed there; for an empty field only the line below the button names
 * it.
 */
export function fieldError(problem: Problem | undefined, name: string, text: string, terms: ContractTerms) {
  if (problem?.field !== name || problem.kind === 'missing' || text === '') return undefined;
  return <FieldError problem={problem} terms={terms} />;
}
