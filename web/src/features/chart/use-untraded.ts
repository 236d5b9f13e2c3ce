// Whether the index stands in for the last price of a market without trades.

import { useState } from 'react';

/**
 * Whether the market never traded when that was first told (undefined: nobody has told). It stays so for as long as the
 * chart is shown: the first trade, perhaps the reader's own, must not change the series under their eyes.
 */
export function useUntraded(traded: boolean | undefined): boolean {
  const [untraded, setUntraded] = useState(false);
  if (traded === false && !untraded) setUntraded(true);
  return untraded || traded === false;
}
