// Take profit and stop loss of a position: set by price, percent or profit, by mark or last, for all or a part; or
// removed.

import { Trans, useLingui } from '@lingui/react/macro';
import type { GuardOrder, InputOf } from '@vitrine/contract';
import { printDecimal } from '@vitrine/core/number';
import { Dialog, NumberField, SelectField, toast, WhyLine } from '@vitrine/ui';
import { useState } from 'react';
import { RefusedWords, type TriggerBy, UnknownLine, useWrite } from '../../../ticket/index.ts';
import style from '../contract.module.css';
import { TpslFields } from './tpsl-fields.tsx';
import { type GuardKind, guardSide, type TpslText, guardTicks, hitAtOnce, noTpsl, typedTpsl } from './tpsl.ts';
import type { Held } from '../positions/held.ts';
import { priceText } from '../positions/summary.ts';
import { type ContractTerms, whole } from '../terms.ts';
import { useReread } from '../use-actions.ts';
import { MarkPrice, Quantity, UnitWord } from '../words.tsx';

export interface TpslDialogProps {
  readonly one: Held;
  readonly guards: readonly GuardOrder[];
  /** Last trade, ticks; undefined: the mark is used. */
  readonly last: number | undefined;
  readonly onClose: () => void;
}

type Texts = Readonly<Record<GuardKind, TpslText>>;

/** What is wrong with the fields; undefined: it may be sent. */
type Flaw =
  | { readonly kind: 'same' }
  | { readonly kind: 'price'; readonly guard: GuardKind }
  | { readonly kind: 'side'; readonly guard: GuardKind; readonly side: 'above' | 'below'; readonly cents: number }
  | { readonly kind: 'quantity'; readonly most: string };

export function TpslDialog({ one, guards, last, onClose }: TpslDialogProps) {
  const { t } = useLingui();
  const write = useWrite();
  const reread = useReread();
  const { terms, words, position } = one;
  const own = guards.filter((guard) => guard.positionId === position.id && guard.status === 'waiting');
  const basis = { terms, side: words.side, lots: words.lots, cost: words.cost, leverage: words.leverage };
  const before: Texts = {
    profit: typedTpsl(noTpsl, 'price', position.stopProfitPrice ?? '', 'profit', basis),
    loss: typedTpsl(noTpsl, 'price', position.stopLossPrice ?? '', 'loss', basis),
  };
  const [texts, setTexts] = useState(before);
  const [by, setBy] = useState<TriggerBy>(own[0]?.triggerBy ?? 'mark');
  const [part, setPart] = useState<string>(own.find(({ quantity }) => quantity !== null)?.quantity ?? '');
  const seen = by === 'last' && last !== undefined ? last * 100 : one.mark;
  const flaw = flawOf();
  const waiting = write.state.step === 'sending' || write.state.step === 'unknown';

  function flawOf(): Flaw | undefined {
    for (const guard of ['profit', 'loss'] as const) {
      const text = texts[guard];
      if (text.price === '' && text[text.meant] === '') continue;
      const ticks = guardTicks(text, terms);
      if (ticks === undefined) return { kind: 'price', guard };
      if (seen > 0 && hitAtOnce(guard, words.side, ticks, seen))
        return { kind: 'side', guard, side: guardSide(guard, words.side), cents: seen };
    }
    const lots = part === '' ? words.lots : whole(part, terms.lotDecimals);
    if (lots === undefined || lots === 0 || lots > words.lots)
      return { kind: 'quantity', most: printDecimal(words.lots, terms.lotDecimals) };
    const same = texts.profit.price === before.profit.price && texts.loss.price === before.loss.price;
    const none = texts.profit.price === '' && texts.loss.price === '';
    return same && (none || own.every(({ triggerBy, quantity }) => triggerBy === by && (quantity ?? '') === part))
      ? { kind: 'same' }
      : undefined;
  }
  const edit = (change: () => void): void => {
    write.forget();
    change();
  };
  const send = async (): Promise<void> => {
    if (flaw) return;
    const done = await write.run('contract.loss.sett', tpslInput(position.id, texts, by, part, terms));
    if (!done) return;
    reread(done.how === 'found' ? done.seq : undefined);
    toast({ kind: 'done', title: <Trans>Stops changed</Trans> });
    onClose();
  };
  const take = async (guard: GuardOrder): Promise<void> => {
    const done = await write.run('contract.loss.cancel', { id: guard.id });
    if (!done) return;
    reread(done.how === 'answered' ? done.data.seq : done.seq);
    toast({
      kind: 'done',
      title: guard.kind === 1 ? <Trans>Take profit removed</Trans> : <Trans>Stop loss removed</Trans>,
    });
    onClose();
  };
  const fields = (kind: GuardKind) => {
    const there = own.find((guard) => guard.kind === (kind === 'profit' ? 1 : 2));
    return (
      <div>
        <TpslFields
          kind={kind}
          guard={texts[kind]}
          terms={terms}
          error={flaw && 'guard' in flaw && flaw.guard === kind ? <FlawWords flaw={flaw} terms={terms} /> : undefined}
          onChange={(field, text) =>
            edit(() => setTexts((now) => ({ ...now, [kind]: typedTpsl(now[kind], field, text, kind, basis) })))
          }
        />
        {there ? (
          <button type="button" className="v-link v-12" disabled={waiting} onClick={() => void take(there)}>
            {kind === 'profit' ? <Trans>Remove the take profit</Trans> : <Trans>Remove the stop loss</Trans>}
          </button>
        ) : null}
      </div>
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>When should this position close by itself?</Trans>}
      safe={<Trans>Keep as it is</Trans>}
      act={{ label: <Trans>Set TP/SL</Trans>, onClick: () => void send(), busy: waiting, disabled: flaw !== undefined }}
    >
      <div className={style['form']}>
        {fields('profit')}
        {fields('loss')}
        <SelectField
          label={<Trans comment="Which price triggers a stop order">Triggered by</Trans>}
          value={by}
          options={[
            { key: 'mark', label: t({ message: 'Mark', comment: 'Which price triggers a stop order' }) },
            { key: 'last', label: t({ message: 'Last price', comment: 'Which price triggers a stop order' }) },
          ]}
          onChange={(next) => edit(() => setBy(next))}
        />
        <NumberField
          label={<Trans>How much of it</Trans>}
          name="part"
          value={part}
          onChange={(text) => edit(() => setPart(text))}
          decimals={terms.lotDecimals}
          unit={<UnitWord terms={terms} />}
          placeholder={printDecimal(words.lots, terms.lotDecimals)}
          hint={<Trans comment="Hint of a field: left empty, the whole amount">Empty: all of it.</Trans>}
          error={flaw?.kind === 'quantity' ? <FlawWords flaw={flaw} terms={terms} /> : undefined}
        />
        {write.state.step === 'unknown' ? (
          <UnknownLine />
        ) : (
          <WhyLine need={flaw !== undefined || write.state.step === 'refused'}>
            {write.state.step === 'refused' ? (
              <RefusedWords state={write.state} />
            ) : flaw ? (
              <FlawWords flaw={flaw} terms={terms} />
            ) : (
              <Trans>
                When the price is reached, a market order closes it. Profit and loss are shown before the fee.
              </Trans>
            )}
          </WhyLine>
        )}
      </div>
    </Dialog>
  );
}

/** The call's input: an empty price removes that side. */
export function tpslInput(
  id: string,
  texts: Texts,
  by: TriggerBy,
  part: string,
  terms: ContractTerms,
): InputOf<'contract.loss.sett'> {
  const price = (text: TpslText): string => {
    const ticks = guardTicks(text, terms);
    return ticks === undefined ? '' : printDecimal(ticks, terms.tickDecimals);
  };
  const lots = part === '' ? undefined : whole(part, terms.lotDecimals);
  return {
    id,
    stopProfitPrice: price(texts.profit),
    stopLossPrice: price(texts.loss),
    triggerBy: by,
    ...(lots !== undefined && { quantity: printDecimal(lots, terms.lotDecimals) }),
  };
}

function FlawWords({ flaw, terms }: { readonly flaw: Flaw; readonly terms: ContractTerms }) {
  switch (flaw.kind) {
    case 'same':
      return <Trans>Change the price or the trigger.</Trans>;
    case 'price':
      return <Trans>No price of this market would do that.</Trans>;
    case 'quantity':
      return (
        <Trans>
          The position has <Quantity value={flaw.most} terms={terms} />.
        </Trans>
      );
    case 'side': {
      const price = <MarkPrice value={priceText(terms, flaw.cents)} terms={terms} />;
      return flaw.side === 'above' ? (
        <Trans>It would trigger at once: the trigger must be above {price}.</Trans>
      ) : (
        <Trans>It would trigger at once: the trigger must be below {price}.</Trans>
      );
    }
  }
}
