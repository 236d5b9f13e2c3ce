// The total value: to the cent, and from a million shortened with the exact figure below (§9).

import { compareDecimal, NumMoney, NumTotal } from '@vitrine/ui';

const MILLION = '1000000';

/** `usdt`: the value, decimal; undefined while unknown. */
export function TotalWorth({ usdt }: { readonly usdt: string | null | undefined }) {
  const exact = <NumMoney value={usdt} asset="USDT" scale={2} showAsset />;
  if (usdt === null || usdt === undefined || compareDecimal(usdt, MILLION) < 0) return exact;
  return (
    <>
      <NumTotal value={usdt} unit="USDT" />
      <div className="v-13 v-ink-3">{exact}</div>
    </>
  );
}
