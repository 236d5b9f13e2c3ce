// The user's open positions: a table, on the phone cards; updated by the mark; with actions for each and for all.

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Empty, latePart, showMissing, SkeletonRows, Table, closeToast, toast } from '@vitrine/ui';
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSession } from '../../../api/index.ts';
import { LoginLink } from '../../../ticket/index.ts';
import { ClosingPositions } from '../closing-note.tsx';
import style from '../contract.module.css';
import type { Shown } from '../figures.tsx';
import { figuresOf } from './held.ts';
import { PositionCard } from './position-card.tsx';
import { positionColumns } from './position-columns.tsx';
import type { PositionActions } from './position-parts.tsx';
import type { ContractKind } from '../terms.ts';
import { useQuickClose } from '../use-actions.ts';
import { type HeldPositions, useHeld } from './use-held.ts';
import { useGuards } from '../use-lines.tsx';

const load = () => import('./position-overlays.tsx');
const Overlays = latePart(async () => (await load()).PositionOverlays);
const Closed = latePart(async () => (await load()).ClosedPositions);

/** The dialogs of a position. */
export type Asked = 'margin' | 'guards' | 'share' | 'story' | 'simulator';

export interface PositionsProps {
  readonly contractType: ContractKind;
  readonly phone: boolean;
  /** Of one market; default: of all. */
  readonly symbolName?: string | undefined;
  /** The element for the actions on all positions; null until it is mounted. */
  readonly tools: HTMLElement | null;
}

/** All open positions of a kind with their figures at the newest marks. */
export function useShown(contractType: ContractKind): HeldPositions & { readonly shown: readonly Shown[] } {
  const own = useHeld(contractType);
  const { held, balanceOf } = own;
  const shown = useMemo(
    () => held.map((one) => ({ one, figures: figuresOf(one, held, balanceOf(one.terms)) })),
    [held, balanceOf],
  );
  return { ...own, shown };
}

export function Positions({ contractType, phone, symbolName, tools }: PositionsProps) {
  const { t } = useLingui();
  const signedIn = useSession().state === 'user';
  const { shown: all, ...own } = useShown(contractType);
  const { loaded, termsOf } = own;
  const guards = useGuards(signedIn);
  const [asked, setAsked] = useState<{ readonly what: Asked; readonly shown: Shown }>();
  const [oneKey, setOneKey] = useState(false);
  const [closed, setClosed] = useState(false);
  const quick = useClosing();
  const shown = symbolName === undefined ? all : all.filter(({ one }) => one.position.symbolName === symbolName);
  // Once opened, dialogs stay mounted, so that their closing transition can run.
  const [ever, setEver] = useState(false);
  if (!ever && (asked !== undefined || oneKey)) setEver(true);
  const end = (): void => setAsked(undefined);
  const endOneKey = (): void => setOneKey(false);
  const ask = (what: Asked) => (chosen: Shown) => setAsked({ what, shown: chosen });

  if (!signedIn) {
    return (
      <Empty title={<Trans>Log in to see your positions</Trans>}>
        <LoginLink className="v-link" />
      </Empty>
    );
  }
  const actions = {
    onGuards: ask('guards'),
    onMargin: ask('margin'),
    onShare: ask('share'),
    onStory: ask('story'),
    onSimulator: ask('simulator'),
    onClose: quick.close,
    closing: quick.closing,
  };
  return (
    <>
      {tools
        ? createPortal(
            <>
              <Button
                size="small"
                tone="quiet"
                aria-pressed={closed}
                data-testid="closed-positions"
                onClick={() => setClosed(!closed)}
              >
                {closed ? <Trans>Show open positions</Trans> : <Trans>Show closed positions</Trans>}
              </Button>
              {all.length > 0 && !closed ? (
                <Button size="small" data-testid="close-all" onClick={() => setOneKey(true)}>
                  <Trans comment="Closes the positions of chosen markets at once">Close all positions</Trans>
                </Button>
              ) : null}
            </>,
            tools,
          )
        : null}
      {closed ? null : <ClosingPositions shown={shown} onMargin={actions.onMargin} />}
      {closed ? (
        <Closed of={{ contractType, termsOf }} missing={<SkeletonRows rows={4} />} onMissing={showMissing} />
      ) : phone ? (
        <Cards shown={loaded ? shown : undefined} {...actions} />
      ) : (
        <Table
          dense
          label={t`Positions`}
          columns={positionColumns(
            actions,
            t`Actions`,
            t({ message: 'TP / SL', comment: 'Opens take profit and stop loss of a position' }),
          )}
          rows={loaded ? shown : undefined}
          rowKey={({ one }) => one.position.id}
          skeletonRows={2}
          empty={<None />}
        />
      )}
      {ever ? (
        <Overlays
          of={{ contractType, asked, all, own, guards, oneKey, onEnd: end, onOneKeyEnd: endOneKey }}
          onMissing={() => {
            end();
            endOneKey();
            setEver(false);
            showMissing();
          }}
        />
      ) : null}
    </>
  );
}

/**
 * Quick close: without confirmation, because it only reduces. Shows a notice when it was refused or its outcome is
 * unknown.
 */
function useClosing(): { readonly close: (id: string) => void; readonly closing: string | undefined } {
  const { write, close } = useQuickClose();
  const [closing, setClosing] = useState<string>();
  const { state } = write;
  useEffect(() => {
    if (state.step === 'refused')
      toast({
        id: 'quick-close',
        kind: 'warn',
        title:
          state.outcome === 'none' ? (
            <Trans>Not closed</Trans>
          ) : (
            <Trans comment="No answer came to the closing of a position">It is not known whether it is closed</Trans>
          ),
        text: state.words,
      });
    if (state.step !== 'unknown') return undefined;
    toast({
      id: 'quick-close',
      kind: 'waiting',
      state: 'unknown',
      title: <Trans comment="A write without an answer: the outcome is being asked for">Unknown, checking</Trans>,
      text: <Trans>We are checking with the exchange. It is not sent twice.</Trans>,
    });
    return () => closeToast('quick-close');
  }, [state]);
  const start = async (id: string): Promise<void> => {
    setClosing(id);
    await close(id);
    setClosing(undefined);
  };
  return { close: (id) => void start(id), closing };
}

function None() {
  return (
    <div data-testid="no-positions">
      <Empty title={<Trans>No open positions</Trans>}>
        <Trans>Positions appear here when your orders fill.</Trans>
      </Empty>
    </div>
  );
}

function Cards({ shown, ...actions }: { readonly shown: readonly Shown[] | undefined } & PositionActions) {
  const { t } = useLingui();
  if (!shown) return <SkeletonRows rows={4} />;
  if (shown.length === 0) return <None />;
  return (
    <section className={style['cards']} aria-label={t`Positions`}>
      {shown.map((one) => (
        <PositionCard key={one.one.position.id} shown={one} {...actions} />
      ))}
    </section>
  );
}
