// The share dialog: the card as a picture and as text, to save or to copy.

import { Trans, useLingui } from '@lingui/react/macro';
import {
  Button,
  Dialog,
  formatDateTime,
  formatMoney,
  formatPercent,
  formatPrice,
  readToken,
  toast,
  useFormat,
} from '@vitrine/ui';
import { useEffect, useMemo, useRef } from 'react';
import { runtimeConfig } from '../../../runtime/index.ts';
import style from '../contract.module.css';
import { figureTexts, type Shown } from '../figures.tsx';
import {
  paintShare,
  percentOfResult,
  SHARE_HEIGHT,
  SHARE_WIDTH,
  shareAsText,
  type ShareText,
  toneOf,
} from './share.ts';

export function ShareDialog({ shown, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useShareText(shown);
  const words = shareAsText(text);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    paintShare(context, text, {
      sheet: readToken('sheet'),
      ink: readToken('ink'),
      faint: readToken('ink-3'),
      line: readToken('line'),
      accent: readToken('accent-text'),
      result: text.tone === 'flat' ? readToken('ink-2') : readToken(text.tone),
      pencil: readToken('pencil'),
      pencilInk: readToken('pencil-ink'),
    });
  }, [text]);
  const save = (): void => {
    canvas.current?.toBlob((blob) => {
      if (!blob) return;
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = `vitrine-${shown.one.position.symbolName.replace('/', '-')}.png`;
      link.click();
      URL.revokeObjectURL(link.href);
    }, 'image/png');
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(words);
      toast({ kind: 'done', title: <Trans comment="After a copy button was pressed">Copied</Trans> });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      toast({ kind: 'warn', title: <Trans>The browser did not allow copying</Trans> });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Share this result</Trans>}
      safe={<Trans>Close</Trans>}
      act={{ label: <Trans>Save as picture</Trans>, onClick: save }}
      width={520}
    >
      <div className={style['form']}>
        <canvas
          ref={canvas}
          width={SHARE_WIDTH}
          height={SHARE_HEIGHT}
          className={style['share']}
          role="img"
          aria-label={words.replaceAll('\n', '. ')}
        />
        <p className="v-12 v-ink-2">
          <Trans>Fees and funding are deducted. Your identity is not shown.</Trans>
        </p>
        <Button onClick={() => void copy()}>{t`Copy as text`}</Button>
      </div>
    </Dialog>
  );
}

/** The card's texts in the user's language and number format. */
function useShareText(shown: Shown): ShareText {
  const { t } = useLingui();
  const { tag, time } = useFormat();
  const { one, figures } = shown;
  const { position, terms } = one;
  const texts = figureTexts(shown);
  const percent = percentOfResult(one, figures);
  return useMemo(() => {
    const money = (value: string): string =>
      `${formatMoney(value, terms.settle, terms.settleScale, { tag, sign: 'always' })} ${terms.settle}`;
    const price = (value: string | null): string =>
      value === null ? '–' : formatPrice(value, terms.tickDecimals, { tag });
    const side = position.direction === 1 ? t`Long` : t`Short`;
    return {
      title: `${position.symbolName} · ${side} · ${position.leverageRadio}×`,
      result: money(texts.profit),
      percent: percent === undefined ? '–' : formatPercent(percent, { tag, sign: 'always' }),
      tone: toneOf(texts.profit),
      rows: [
        [t({ message: 'Price', comment: 'Part of a result: by the price' }), money(texts.priceProfit)],
        [t({ message: 'Fees', comment: 'Part of a result: trading fees' }), money(texts.feeProfit)],
        [t({ message: 'Funding', comment: 'Part of a result: funding paid or received' }), money(texts.fundingProfit)],
        [t({ message: 'Entry', comment: 'Average opening price' }), price(texts.averageOpenPrice)],
        [t`Mark`, price(texts.markPrice)],
      ],
      practice: runtimeConfig().mode === 'practice' ? t`Practice – play money` : undefined,
      foot: formatDateTime(position.updateTime, time),
    };
  }, [
    t,
    tag,
    time,
    position,
    terms,
    percent,
    texts.profit,
    texts.priceProfit,
    texts.feeProfit,
    texts.fundingProfit,
    texts.averageOpenPrice,
    texts.markPrice,
  ]);
}
