// The position in the ADL queue: five lights, and as text.

import { Trans, useLingui } from '@lingui/react/macro';
import style from '../contract.module.css';

const LIGHTS = [1, 2, 3, 4, 5] as const;

export function Rank({ rank }: { readonly rank: number }) {
  const { t } = useLingui();
  if (rank < 1 || rank > LIGHTS.length) return <span className="v-ink-3">–</span>;
  return (
    <span
      className={style['rank']}
      role="img"
      aria-label={t`ADL rank ${rank} of 5; 5 is first`}
      title={t`ADL rank ${rank} of 5; 5 is first`}
    >
      {LIGHTS.map((light) => (
        <span key={light} data-on={light <= rank || undefined} />
      ))}
    </span>
  );
}

/** The rank with its name, for cards. */
export function RankWord() {
  return <Trans comment="Place in the order of deleveraging">Deleveraging</Trans>;
}
