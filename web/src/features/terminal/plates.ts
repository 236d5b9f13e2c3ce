// Coin groups by plate (dictionary `coin_plate`): their names, and those that a market list contains.

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Market } from '../../market/index.ts';

interface PlateName {
  readonly plate: number;
  readonly label: MessageDescriptor;
}

/** A plate without a name here has no tab; its markets are under All. */
const plateNames: readonly PlateName[] = [
  { plate: 11, label: msg({ message: 'Majors', comment: 'Group of coins: the largest' }) },
  { plate: 12, label: msg({ message: 'Layer 1', comment: 'Group of coins: own chains' }) },
  { plate: 16, label: msg({ message: 'Layer 2', comment: 'Group of coins: chains on top of others' }) },
  { plate: 13, label: msg({ message: 'DeFi', comment: 'Group of coins' }) },
  { plate: 14, label: msg({ message: 'Meme', comment: 'Group of coins' }) },
  { plate: 15, label: msg({ message: 'Payments', comment: 'Group of coins' }) },
  { plate: 17, label: msg({ message: 'Storage', comment: 'Group of coins' }) },
  { plate: 2, label: msg`Forex` },
  { plate: 3, label: msg`Commodities` },
  { plate: 4, label: msg`Stock indices` },
  { plate: 5, label: msg`Gold` },
];

/** The coin plates of these markets. */
export function platesOf(markets: readonly Market[]): readonly PlateName[] {
  return plateNames.filter(({ plate }) => markets.some((market) => market.plates.includes(plate)));
}
