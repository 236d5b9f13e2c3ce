// On every page: the drawer of first steps, the tour, and its offer on the first visit of the trading page.
import { Trans } from '@lingui/react/macro';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { closeToast, Drawer, isStaleChunk, latePart, showMissing, SkeletonRows, toast } from '@vitrine/ui';
import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../api/index.ts';
import { loadGuideTexts, useGuideTexts } from '../../guide-texts/index.ts';
import { noteTour, tourMemory } from '../../guide-memory/index.ts';
import { guideOpen, onGuide, openGuide } from './open.ts';

const Steps = latePart(async () => (await import('./first-steps.tsx')).FirstSteps);
const Tour = latePart(async () => (await import('./tour.tsx')).Tour);

const TRADING = '/exchange/index';
const OFFER = 'tour-offer';

export function GuideHost() {
  const opened = useSyncExternalStore(onGuide, guideOpen);
  const { user } = useSession();
  const userId = user?.user.userId;
  const close = (): void => openGuide(undefined);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isTrading = pathname === TRADING;
  const touring = opened === 'tour';
  useEffect(() => {
    // The tour is about the trading page: starting it elsewhere leads there.
    if (touring && !isTrading) void navigate({ to: TRADING });
    // The user left the page: it is continued when they ask for it.
    return touring && isTrading ? () => openGuide(undefined) : undefined;
  }, [touring, isTrading, navigate]);
  return (
    <>
      <Offer isTrading={isTrading} />
      <StepsDrawer open={opened === 'steps' && userId !== undefined} onClose={close} userId={userId ?? ''} />
      {touring && isTrading ? (
        <Tour
          of={{}}
          onMissing={() => {
            close();
            showMissing();
          }}
        />
      ) : null}
    </>
  );
}

function StepsDrawer({
  open,
  onClose,
  userId,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly userId: string;
}) {
  if (!open) return null;
  return <OpenSteps onClose={onClose} userId={userId} />;
}

function OpenSteps({ onClose, userId }: { readonly onClose: () => void; readonly userId: string }) {
  const here = useGuideTexts();
  return (
    <Drawer
      open
      onClose={onClose}
      testId="guide"
      title={here ? <Trans comment="Heading: what a newcomer should do">First steps</Trans> : null}
    >
      <Steps of={{ userId }} missing={<SkeletonRows rows={5} />} onMissing={showMissing} />
    </Drawer>
  );
}

/** Offers the tour once, as a notice that covers no field and waits. */
function Offer({ isTrading }: { readonly isTrading: boolean }) {
  useEffect(() => {
    if (!isTrading || tourMemory() !== undefined) return;
    const offer = async (): Promise<void> => {
      await loadGuideTexts();
      noteTour({ step: 0, over: false });
      toast({ id: OFFER, kind: 'done', title: <OfferTitle />, text: <OfferText />, link: <OfferButtons /> });
    };
    offer().catch((failure: unknown) => {
      // Without a connection there is no offer; the next visit makes it.
      if (!isStaleChunk(failure)) throw failure;
    });
  }, [isTrading]);
  return null;
}

function OfferTitle() {
  return <Trans comment="Notice on the first visit of the trading page">New to this page?</Trans>;
}

function OfferText() {
  return <Trans comment="Notice on the first visit of the trading page">A tour shows it in five steps.</Trans>;
}

function OfferButtons() {
  return (
    <span className="v-row">
      <button
        type="button"
        className="v-link"
        data-testid="tour-start"
        onClick={() => {
          closeToast(OFFER);
          openGuide('tour');
        }}
      >
        <Trans comment="Button: starts the tour of the trading page">Take the tour</Trans>
      </button>
      <button
        type="button"
        className="v-link"
        data-testid="tour-no"
        onClick={() => {
          noteTour({ step: 0, over: true });
          closeToast(OFFER);
        }}
      >
        <Trans comment="Button: declines the tour">No, thanks</Trans>
      </button>
    </span>
  );
}
