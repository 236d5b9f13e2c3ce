// Selects the price grouping, in the head of the book's pane.

import { useLingui } from '@lingui/react/macro';
import { IconChevronDown } from '@tabler/icons-react';
import { Menu, showNumber, useFormat } from '@vitrine/ui';
import { fromSteps } from '../../live/index.ts';
import style from './book.module.css';

/** Available groupings, in ticks. */
const GROUPS = [1, 10, 50, 100, 1_000] as const;

export function GroupSelect({
  tickDecimals,
  value,
  onChange,
}: {
  readonly tickDecimals: number;
  readonly value: number;
  readonly onChange: (group: number) => void;
}) {
  const { t } = useLingui();
  const { tag } = useFormat();
  const word = (step: number): string => showNumber(plain(fromSteps(step, tickDecimals)), tag);
  const step = word(value);
  return (
    <Menu
      label={t`Group prices by`}
      width={120}
      target={
        <button type="button" className={style['group']} aria-label={t`Group prices by, now ${step}`}>
          {step} <IconChevronDown className="v-i-14" stroke={1.75} aria-hidden="true" />
        </button>
      }
      items={GROUPS.map((step) => ({
        key: String(step),
        label: word(step),
        chosen: step === value,
        onClick: () => onChange(step),
      }))}
    />
  );
}

/** Prints 100.0 as 100. */
function plain(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
