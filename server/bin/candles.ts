// Makes candles for a replay without any recording: node server/bin/candles.ts FOLDER [SYMBOL [MINUTES [SEED]]]

import { writeMadeCandles } from '../src/markets/index.ts';

/** The made history begins on a Monday, so that every market is open in it. */
const START = Date.UTC(2026, 0, 5);

const [folder, symbol = 'BTC/USDT', minutes = '1440', seed = '01'] = process.argv.slice(2);
if (folder === undefined || !/^\d{1,6}$/.test(minutes) || !/^[0-9a-f]{1,64}$/.test(seed)) {
  console.error(
    'Expected: node server/bin/candles.ts FOLDER [SYMBOL [MINUTES [SEED]]], minutes a whole number, the seed in hexadecimal digits.',
  );
  process.exit(2);
}
console.log(writeMadeCandles(folder, { seed, symbol, start: START, minutes: Number(minutes) }));
