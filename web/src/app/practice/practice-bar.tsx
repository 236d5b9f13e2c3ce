// The ribbon of the practice exchange: labels every page, gives practice money, explains the mode.
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import { Dialog, latePart, PracticeFrame, PracticeRibbon, ribbonActionClass } from '@vitrine/ui';
import { useSession } from '../../api/index.ts';

const ClaimButton = latePart(async () => (await import('./claim-button.tsx')).ClaimButton);

export function PracticeBar() {
  const [asking, setAsking] = useState(false);
  const session = useSession();
  const navigate = useNavigate();
  const isUser = session.state === 'user';
  const register = (
    <button
      type="button"
      className={ribbonActionClass}
      data-testid="practice-money"
      onClick={() => void navigate({ to: '/user/register' })}
      disabled={isUser}
    >
      <Trans>Get practice money</Trans>
    </button>
  );
  return (
    <>
      <PracticeRibbon
        words={
          <Trans comment="Beside the words Practice, play money">It is worth nothing outside this exchange.</Trans>
        }
        actions={
          <>
            {isUser ? <ClaimButton of={{}} missing={register} /> : register}
            <button type="button" className={`${ribbonActionClass} v-no-phone`} onClick={() => setAsking(true)}>
              <Trans>What is this?</Trans>
            </button>
          </>
        }
      />
      <PracticeFrame />
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={<Trans>A practice exchange</Trans>}
        safe={<Trans>Close</Trans>}
      >
        <p>
          <Trans>
            Everything works as on a live exchange: orders, fees, the journal, receipts. Only the money is play money,
            and the prices come from a simulator or from recordings.
          </Trans>
        </p>
        <p style={{ marginTop: 8 }}>
          <Trans>Everything in pencil yellow belongs to practice mode. A live exchange has none of it.</Trans>
        </p>
      </Dialog>
    </>
  );
}
