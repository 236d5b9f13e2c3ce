// Whether the index replaces the last price of a market without trades.

import { useState } from 'react';

/**
 * Whether the market had never traded when this was first known (undefined: unknown). The value is fixed while the
 * chart is shown: the first trade, perhaps the user's own, must not switch the series.
 */
export function useUntraded(traded: boolean | undefined): boolean {
  const [untraded, setUntraded] = useState(false);
  if (traded === false && !untraded) setUntraded(true);
  return untraded || traded === false;
}
