// One's open positions: a table, on the phone cards; live by the mark; what can be done with each, and with all.

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Empty, SkeletonRows, Table, toast } from '@vitrine/ui';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../api/index.ts';
import { useOpenOrdersOf, usePrice } from '../../live/index.ts';
import { LoginLink } from '../../ticket/index.ts';
import { ClosedPositions } from './closed.tsx';
import style from './contract.module.css';
import type { Shown } from './figures.tsx';
import { GuardDialog } from './guard-dialog.tsx';
import { figuresOf } from './held.ts';
import { MarginDialog } from './margin-dialog.tsx';
import { OneKeyDialog } from './one-key-dialog.tsx';
import { PositionCard } from './position-card.tsx';
import { positionColumns } from './position-columns.tsx';
import type { PositionActions } from './position-parts.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { SimulatorDrawer } from './simulator.tsx';
import { StoryDrawer } from './story.tsx';
import { type ContractKind, whole } from './terms.ts';
import { useQuickClose } from './use-actions.ts';
import { type HeldPositions, useHeld } from './use-held.ts';
import { useGuards } from './use-lines.tsx';
import { leftOf } from './use-surroundings.ts';
import { UnitWord } from './words.tsx';

/** What can be opened over a position. */
export type Asked = 'margin' | 'guards' | 'share' | 'story' | 'simulator';

export interface PositionsProps {
  readonly contractType: ContractKind;
  readonly phone: boolean;
  /** Of one market alone; left out: of all. */
  readonly symbolName?: string | undefined;
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

export function Positions({ contractType, phone, symbolName }: PositionsProps) {
  const { t } = useLingui();
  const signedIn = useSession().state === 'user';
  const { shown: all, loaded, held, balanceOf, termsOf } = useShown(contractType);
  const { orders } = useOpenOrdersOf(contractType);
  const guards = useGuards(signedIn);
  const [asked, setAsked] = useState<{ readonly what: Asked; readonly shown: Shown }>();
  const [oneKey, setOneKey] = useState(false);
  const [closed, setClosed] = useState(false);
  const quick = useClosing();
  const shown = symbolName === undefined ? all : all.filter(({ one }) => one.position.symbolName === symbolName);
  const at = asked && all.find(({ one }) => one.position.id === asked.shown.one.position.id);
  // A position that went while its dialog was open takes the dialog with it; its story stays.
  const told = asked?.what === 'story' ? asked.shown : undefined;
  const balance = at && balanceOf(at.one.terms);
  const available =
    at && balance !== undefined ? leftOf(balance, held, orders, at.one.terms.settle, termsOf) : undefined;
  const last = usePrice(at?.one.position.symbolName ?? '', contractType === 'u' ? 2 : 3)?.close;
  const end = (): void => setAsked(undefined);
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
      <div className={style['tools']}>
        <Button size="small" tone="quiet" aria-pressed={closed} onClick={() => setClosed(!closed)}>
          {closed ? <Trans>Show open positions</Trans> : <Trans>Show closed positions</Trans>}
        </Button>
        {all.length > 0 && !closed ? (
          <Button size="small" onClick={() => setOneKey(true)}>
            <Trans comment="Closes the positions of chosen markets at once">One-key close</Trans>
          </Button>
        ) : null}
      </div>
      {closed ? (
        <ClosedPositions contractType={contractType} termsOf={termsOf} />
      ) : phone ? (
        <Cards shown={loaded ? shown : undefined} {...actions} />
      ) : (
        <Table
          dense
          label={t`Positions`}
          columns={positionColumns(actions, t`Actions`)}
          rows={loaded ? shown : undefined}
          rowKey={({ one }) => one.position.id}
          skeletonRows={2}
          empty={<None />}
        />
      )}
      {at && asked?.what === 'margin' && at.one.position.marginMode === 'fixed' ? (
        <MarginDialog one={at.one} available={available} onClose={end} />
      ) : null}
      {at && asked?.what === 'guards' ? (
        <GuardDialog one={at.one} guards={guards} last={whole(last, at.one.terms.tickDecimals)} onClose={end} />
      ) : null}
      {at && asked?.what === 'share' ? <ShareDialog shown={at} onClose={end} /> : null}
      <StoryDrawer
        position={told?.one.position}
        terms={told && { ...told.one.terms, unit: <UnitWord terms={told.one.terms} /> }}
        onClose={end}
      />
      <SimulatorDrawer one={asked?.what === 'simulator' ? at?.one : undefined} available={available} onClose={end} />
      {oneKey ? <OneKeyDialog shown={all} contractType={contractType} onClose={() => setOneKey(false)} /> : null}
    </>
  );
}

/** Quick close: at once, since it only reduces; told when it was refused or nobody knows yet. */
function useClosing(): { readonly close: (id: string) => void; readonly closing: string | undefined } {
  const { write, close } = useQuickClose();
  const [closing, setClosing] = useState<string>();
  const { state } = write;
  useEffect(() => {
    if (state.step === 'refused')
      toast({ id: 'quick-close', kind: 'warn', title: <Trans>Not closed</Trans>, text: state.words });
    if (state.step === 'unknown')
      toast({
        id: 'quick-close',
        kind: 'waiting',
        title: <Trans>Unknown, checking</Trans>,
        text: <Trans>We are asking the exchange. Your order is not sent twice.</Trans>,
      });
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
    <Empty title={<Trans>No open positions</Trans>}>
      <Trans>What your orders open appears here.</Trans>
    </Empty>
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
