// The ticket's head: margin mode and leverage, each a button with a dialog.

import { Trans, useLingui } from '@lingui/react/macro';
import type { MarginMode } from '@vitrine/contract';
import { printDecimal } from '@vitrine/core/number';
import {
  Dialog,
  NumberField,
  NumMoney,
  Segmented,
  toast,
  ValueChange,
  type ValueChangeRow,
  WhyLine,
} from '@vitrine/ui';
import { useState } from 'react';
import { useUserFeed } from '../../../live/index.ts';
import { RefusedWords, ticketStyle, UnknownLine, useWrite } from '../../../ticket/index.ts';
import style from '../contract.module.css';
import { HintMark } from '../../../hint/index.ts';
import type { TicketFacts } from './form.ts';
import { leverageChange } from './leverage.ts';
import { leverageFor, openPrices } from '../calculate.ts';
import { priceText } from '../positions/summary.ts';
import { modesOf, whole } from '../terms.ts';
import { MarkPrice, ModeWord, SideWord } from '../words.tsx';

export interface MannerProps {
  readonly facts: TicketFacts;
  readonly signedIn: boolean;
  /** The mode is fixed while there is a position. */
  readonly modeFixed: boolean;
  readonly onMode: (mode: MarginMode) => void;
  readonly onLeverage: () => void;
}

export function Manner({ facts, signedIn, modeFixed, onMode, onLeverage }: MannerProps) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<'mode' | 'leverage'>();
  const close = (): void => setAsking(undefined);
  const { leverage } = facts;
  return (
    <div className={style['manner']}>
      <button type="button" className={style['chip']} aria-haspopup="dialog" onClick={() => setAsking('mode')}>
        <ModeWord mode={facts.marginMode} />
      </button>
      <button
        type="button"
        className={style['chip']}
        aria-haspopup="dialog"
        disabled={!signedIn}
        data-testid="leverage"
        onClick={() => setAsking('leverage')}
      >
        <Trans comment="Button: leverage, e.g. 20×">{leverage}×</Trans>
      </button>
      <HintMark
        of={[facts.marginMode === 'all' ? 'cross' : 'isolated', 'leverage']}
        name={t({ message: 'Margin mode and leverage', comment: 'Name of two buttons side by side' })}
      />
      <ModeDialog open={asking === 'mode'} facts={facts} held={modeFixed} onClose={close} onMode={onMode} />
      {asking === 'leverage' ? (
        <LeverageDialog
          facts={facts}
          onClose={close}
          onDone={() => {
            close();
            onLeverage();
          }}
        />
      ) : null}
    </div>
  );
}

interface ModeDialogProps {
  readonly open: boolean;
  readonly facts: TicketFacts;
  readonly held: boolean;
  readonly onClose: () => void;
  readonly onMode: (mode: MarginMode) => void;
}

function ModeDialog({ open, facts, held, onClose, onMode }: ModeDialogProps) {
  const { t } = useLingui();
  const modes = modesOf(facts.terms);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<Trans>How is the position secured?</Trans>}
      safe={<Trans>Done</Trans>}
    >
      <div className={ticketStyle['transfer']}>
        {modes.length > 1 && !held ? (
          <Segmented
            label={t`Margin mode`}
            value={facts.marginMode}
            choices={modes.map((key) => ({ key, label: <ModeWord mode={key} /> }))}
            onChange={onMode}
          />
        ) : null}
        <p>
          {facts.marginMode === 'fixed' ? (
            <Trans>
              Isolated: the position has its own margin. In a liquidation that margin is what you lose; the rest of the
              wallet is not affected.
            </Trans>
          ) : (
            <Trans>
              Cross: all positions of this wallet share its balance. Each is liquidated later, but a liquidation can
              cost the whole wallet.
            </Trans>
          )}
        </p>
        {modes.length === 1 ? (
          <WhyLine>
            <Trans>Markets with trading hours allow isolated margin only.</Trans>
          </WhyLine>
        ) : held ? (
          <WhyLine>
            <Trans>Your open position here has this mode. Close it to change the mode.</Trans>
          </WhyLine>
        ) : null}
      </div>
    </Dialog>
  );
}

interface LeverageDialogProps {
  readonly facts: TicketFacts;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function LeverageDialog({ facts, onClose, onDone }: LeverageDialogProps) {
  const { t } = useLingui();
  const user = useUserFeed();
  const { terms } = facts;
  const [text, setText] = useState(String(facts.leverage));
  const { state, run, forget } = useWrite();
  const busy = state.step === 'sending' || state.step === 'unknown';
  const wanted = whole(text, 0) ?? 0;
  const change = leverageChange(facts, facts.marginMode, Math.max(1, wanted));
  const most = change?.most ?? leverageFor(terms, 0, openPrices(facts) ?? [0]);
  const tooMuch = wanted > most;
  const short = change !== undefined && facts.available !== undefined && change.moved > Math.max(0, facts.available);
  const fine = wanted >= 1 && !tooMuch && !short;
  const edit = (next: string): void => {
    forget();
    setText(next);
  };
  const send = async (): Promise<void> => {
    const settled = await run('wallet.contract.updateLeverageRadio', {
      ...{ symbol: terms.symbol, contractType: terms.contractType },
      ...{ marginMode: facts.marginMode, leverageRadio: wanted },
    });
    user?.resync(settled && (settled.how === 'answered' ? settled.data.seq : settled.seq));
    if (!settled) return;
    toast({ kind: 'done', title: <Trans>Leverage is {wanted}×</Trans> });
    onDone();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Which leverage?</Trans>}
      safe={<Trans>Keep as it is</Trans>}
      act={{
        label: <Trans>Set {wanted}×</Trans>,
        onClick: () => void send(),
        busy,
        disabled: !fine || wanted === facts.leverage,
      }}
    >
      <div className={ticketStyle['transfer']}>
        <NumberField
          label={<Trans>Leverage</Trans>}
          value={text}
          onChange={edit}
          decimals={0}
          unit="×"
          hint={<Trans>At most {most}× with your open positions and orders here.</Trans>}
          onStep={(direction) => edit(String(Math.min(Math.max(1, most), Math.max(1, wanted + direction))))}
        />
        <input
          type="range"
          className={style['range']}
          aria-label={t`Leverage`}
          aria-valuetext={`${wanted}×`}
          min={1}
          max={Math.max(1, most)}
          step={1}
          value={Math.min(Math.max(1, wanted), Math.max(1, most))}
          onChange={(event) => edit(event.currentTarget.value)}
        />
        <ValueChange
          small
          title={<Trans comment="Head: what changes after setting a fund password">If you set it</Trans>}
          rows={changeRows()}
        />
        {state.step === 'unknown' ? (
          <UnknownLine />
        ) : (
          <WhyLine need={!fine || state.step === 'refused'}>
            {state.step === 'refused' ? (
              <RefusedWords state={state} />
            ) : wanted < 1 ? (
              <Trans>Enter a whole number of 1 or more.</Trans>
            ) : tooMuch ? (
              <Trans>At this size, leverage is at most {most}×.</Trans>
            ) : short ? (
              <Trans>The wallet balance does not cover the margin a lower leverage requires.</Trans>
            ) : (
              <Trans>It applies to your open positions and orders in this mode, and to new orders.</Trans>
            )}
          </WhyLine>
        )}
      </div>
    </Dialog>
  );

  function changeRows(): readonly ValueChangeRow[] {
    const money = (atoms: number) => (
      <NumMoney value={printDecimal(atoms, terms.settleScale)} asset={terms.settle} scale={terms.settleScale} />
    );
    const price = (cents: number) => (
      <MarkPrice value={cents === 0 ? undefined : priceText(terms, cents)} terms={terms} />
    );
    const rows: ValueChangeRow[] = [
      { key: 'leverage', label: t`Leverage`, now: `${facts.leverage}×`, after: `${wanted}×` },
    ];
    for (const side of fine ? (change?.sides ?? []) : []) {
      const word = <SideWord side={side.side === 1 ? 'long' : 'short'} />;
      rows.push(
        {
          key: `m${side.side}`,
          label: (
            <>
              {word}: {t`Margin`}
            </>
          ),
          now: money(side.marginNow),
          after: money(side.marginAfter),
        },
        {
          key: `l${side.side}`,
          label: (
            <>
              {word}: {t`Liquidation`}
            </>
          ),
          now: price(side.liquidationNow),
          after: price(side.liquidationAfter),
        },
      );
    }
    if (facts.available !== undefined && change && fine && change.sides.length > 0)
      rows.push({
        key: 'available',
        label: t({ message: 'Available', comment: 'Part of a balance that is not in use' }),
        now: money(facts.available),
        after: money(facts.available - change.moved),
      });
    return rows;
  }
}
