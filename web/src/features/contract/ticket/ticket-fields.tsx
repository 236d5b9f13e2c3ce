// Fields of the contract ticket that only some orders have: stop-profit and stop-loss.

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

/** Stop-profit and stop-loss that go with the order. */
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

/** A problem shows at its field once something was typed there; a field still empty is only named in the why line. */
export function fieldError(problem: Problem | undefined, name: string, text: string, terms: ContractTerms) {
  if (problem?.field !== name || problem.kind === 'missing' || text === '') return undefined;
  return <FieldError problem={problem} terms={terms} />;
}
