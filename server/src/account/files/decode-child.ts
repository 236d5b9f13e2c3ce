// The process that decodes pictures: one at a time, without our environment. It kills itself if a picture takes more
// memory than its pixels need.

import type { Sharp, SharpOptions } from 'sharp';
import type { DecodeAnswer, DecodeOrder } from './decoder.ts';

/** Interval of memory checks, ms. The decoder works in threads, so this one is free to check. */
const LOOK = 10;
const QUALITY = 86;
/** Minimum pixels per side: fewer show nothing. */
const MIN_SIDE = 16;
/** Bytes that a pixel may need: 16 bits for each of four channels, doubled while it is rotated. */
const BYTES_A_PIXEL = 16;

let loading: Promise<(file: Buffer, options: SharpOptions) => Sharp> | undefined;

function loadDecoder(): NonNullable<typeof loading> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // One customer's picture leaves nothing in memory for the next; and only these three decoders can be reached,
    // whatever a file claims to be.
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
    // Killed rather than thrown: the thread that takes the memory would continue.
    if (process.memoryUsage.rss() > limit) process.kill(process.pid, 'SIGKILL');
  }, LOOK);
  try {
    const picture = decoder(Buffer.from(file), { failOn: 'error', limitInputPixels: maxPixels, pages: 1 });
    const { width, height } = await picture.metadata();
    if (Math.min(width, height) < MIN_SIDE) return { drawn: undefined };
    limit += width * height * BYTES_A_PIXEL;
    // Neither keepMetadata nor keepExif: without them only pixels are written.
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
    // The decoder's message may contain parts of the file, so it is dropped.
    if (error instanceof Error) return { drawn: undefined };
    throw error;
  } finally {
    clearInterval(watch);
  }
}

process.on('message', (order: DecodeOrder) => {
  void draw(order).then((answer) => process.send?.(answer));
});
// The parent process has ended.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
