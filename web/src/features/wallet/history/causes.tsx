// Today's changes of the total balance by cause: prices, fees, funding, settlements.
import { Trans, useLingui } from '@lingui/react/macro';
import { NumMoney, SkeletonBar, signOf } from '@vitrine/ui';
import { addingScale } from '../adding.ts';
import { usePresent } from '../present.ts';
import { useBillKind } from '../words.tsx';
import style from './causes.module.css';

/** Causes shown; the records have the rest. */
const SHOWN = 6;

export function Causes() {
  const { t } = useLingui();
  const kindName = useBillKind();
  const day = usePresent('assets.getMyBalance', { type: '0' });
  if (!day.data && !day.isError) return <SkeletonBar className={style['list']} width={360} height={44} />;
  if (!day.data) return null;
  const causes = day.data.causes.filter(({ usdt }) => signOf(usdt) !== 0).slice(0, SHOWN);
  const scale = addingScale(
    day.data.dayProfit,
    causes.map(({ usdt }) => usdt),
  );
  return (
    <dl className={style['list']} aria-label={t`Today’s changes, by cause`}>
      <div>
        <dt>
          <Trans comment="Since midnight UTC">Today</Trans>
        </dt>
        <dd>
          <NumMoney className="v-strong" value={day.data.dayProfit} asset="USDT" scale={scale} directed />
        </dd>
      </div>
      {causes.map(({ kind, usdt }) => (
        <div key={kind}>
          <dt>
            {kind === 'prices'
              ? t({ message: 'Prices', comment: 'Cause of a gain or loss: prices moved' })
              : kindName(kind)}
          </dt>
          <dd>
            <NumMoney value={usdt} asset="USDT" scale={scale} sign="always" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
