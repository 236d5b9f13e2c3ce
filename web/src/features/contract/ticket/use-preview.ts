// The exchange's dry run of the ticket: requested when typing pauses; never delays the ticket.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Preview } from '@vitrine/contract';
import { queryOf } from '../../../api/index.ts';
import { refusalText } from '../../../i18n/index.ts';
import type { OrderInput } from '../send.ts';

/** Delay after the last keystroke, ms. */
const PAUSE_MS = 400;
const OK = 200;

/** The exchange's answer for exactly this order; undefined until it arrives. */
export function usePreview(input: OrderInput | undefined): Preview | undefined {
  const text = input === undefined ? undefined : JSON.stringify(input);
  const [settled, setSettled] = useState<{ readonly text: string; readonly input: OrderInput }>();
  useEffect(() => {
    if (text === undefined || input === undefined) return undefined;
    const timer = setTimeout(() => setSettled({ text, input }), PAUSE_MS);
    return () => clearTimeout(timer);
    // `text` stands for the input.
    // oxlint-disable-next-line react/exhaustive-deps -- a new object with the same text is the same order
  }, [text]);
  const asked = settled !== undefined && settled.text === text;
  const query = useQuery({
    ...queryOf('entrust.preview', settled?.input ?? noInput, 'eager'),
    enabled: asked,
  });
  return asked ? query.data : undefined;
}

const noInput: OrderInput = { symbol: 'BTC_USDT', contractType: 'u', direction: 1, type: 2 };

/** Why the exchange would refuse it; undefined: it would accept it. */
export function previewRefusal(preview: Pick<Preview, 'code' | 'key' | 'args'> | undefined): string | undefined {
  if (!preview || preview.code === OK) return undefined;
  return refusalText(preview);
}
