// The process that decodes pictures: one at a time, without our environment, ended by itself when a picture takes more memory
// than its pixels need.

import type { Sharp, SharpOptions } from 'sharp';
import type { DecodeAnswer, DecodeOrder } from './decoder.ts';

/** Between two looks at the memory in use, ms. The decoder works in threads, so this one is free to look. */
const LOOK = 10;
const QUALITY = 86;
/** Least pixels a side: less shows nothing. */
const MIN_SIDE = 16;
/** Bytes a pixel may need: 16 bits for each of four channels, and once more while it is turned. */
const BYTES_A_PIXEL = 16;

let loading: Promise<(file: Buffer, options: SharpOptions) => Sharp> | undefined;

function loadDecoder(): NonNullable<typeof loading> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // Nothing of one customer's picture stays in memory for the next one; and no decoder but these three can be reached,
    // whatever a file says it is.
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    });
    return sharp;
  });
  return loading;
}

async function draw({ file, side, maxPixels, memory, seconds }: DecodeOrder): Promise<DecodeAnswer> {
  const decoder = await loadDecoder();
  let limit = process.memoryUsage.rss() + memory;
  const watch = setInterval(() => {
    // Not thrown: the thread that takes the memory would go on.
    if (process.memoryUsage.rss() > limit) process.kill(process.pid, 'SIGKILL');
  }, LOOK);
  try {
    const picture = decoder(Buffer.from(file), { failOn: 'error', limitInputPixels: maxPixels, pages: 1 });
    const { width, height } = await picture.metadata();
    if (Math.min(width, height) < MIN_SIDE) return { drawn: undefined };
    limit += width * height * BYTES_A_PIXEL;
    // Neither keepMetadata nor keepExif: without them nothing beside pixels is written.
    const drawn = await picture
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .timeout({ seconds })
      .toBuffer();
    return { drawn };
  } catch (error) {
    // The decoder's words may hold parts of the file: they go nowhere.
    if (error instanceof Error) return { drawn: undefined };
    throw error;
  } finally {
    clearInterval(watch);
  }
}

process.on('message', (order: DecodeOrder) => {
  void draw(order).then((answer) => process.send?.(answer));
});
// Whoever started it is gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
