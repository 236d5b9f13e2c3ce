// What becomes of an uploaded picture (calls §2: JPEG, PNG, WebP, re-encoded; spec §5: images only): pixels, and nothing else.

import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createGate } from '../../../src/account/files/gate.ts';
import { createDecoder } from '../../../src/account/files/decoder.ts';
import { essentialOf } from '../../../src/account/files/essential.ts';
import { MAX_PIXELS } from '../../../src/account/files/draw.ts';
import { createPictureProcess } from '../../../src/account/files/picture-process.ts';
import { MAX_SIDE, redraw } from '../../../src/account/files/picture.ts';
import { IdentityRefusal } from '../../../src/account/identity/index.ts';
import { chunk, drawn, jpeg, jpegOfSomebody, jpegWith, png, pngBomb, pngWith, webp } from './pictures.ts';

const { rounds } = randomTests(import.meta.url);

/** The code a file is refused with; 200 when it is not. */
async function codeOf(file: Buffer | Promise<Buffer>): Promise<number> {
  try {
    await redraw(await file, MAX_SIDE);
    return 200;
  } catch (error) {
    if (error instanceof IdentityRefusal) return error.code;
    throw error;
  }
}

describe('a picture', () => {
  it.each([
    ['JPEG', () => jpeg()],
    ['PNG', () => png()],
    ['WebP', () => webp()],
    ['progressive JPEG', () => drawn().jpeg({ progressive: true }).toBuffer()],
    ['grey JPEG', () => drawn().greyscale().jpeg().toBuffer()],
    ['JPEG for print (CMYK)', () => drawn().toColourspace('cmyk').jpeg().toBuffer()],
    ['PNG with 16 bits a colour', () => drawn().toColourspace('rgb16').png().toBuffer()],
    ['PNG with a palette', () => drawn().png({ palette: true }).toBuffer()],
    ['lossless WebP', () => drawn().webp({ lossless: true }).toBuffer()],
    ['WebP with transparency', () => drawn().ensureAlpha(0.5).webp().toBuffer()],
  ])('%s becomes a JPEG of its size', async (_, make) => {
    const again = await redraw(await make(), MAX_SIDE);
    expect(await sharp(again).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240, channels: 3 });
  });

  it('keeps what is seen', async () => {
    const [before, after] = await Promise.all(
      [await png(9), await redraw(await png(9), MAX_SIDE)].map((file) => sharp(file).stats()),
    );
    before?.channels.forEach((channel, at) =>
      expect(Math.abs(channel.mean - (after?.channels[at]?.mean ?? 0))).toBeLessThan(2),
    );
  });

  it('larger than is kept is made smaller, its shape stays', async () => {
    const again = await redraw(await jpeg(1, 4_000, 1_000), MAX_SIDE);
    expect(await sharp(again).metadata()).toMatchObject({ width: MAX_SIDE, height: MAX_SIDE / 4 });
    const small = await redraw(await jpeg(), 64);
    expect(await sharp(small).metadata()).toMatchObject({ width: 64, height: 48 });
  });

  it('is turned upright, and loses all metadata: place, names, camera, profile, comments', async () => {
    const taken = await jpegOfSomebody();
    expect((await sharp(taken).metadata()).orientation).toBe(6);
    expect(taken.includes('Hidden')).toBe(true);
    // The GPS directory's tag stands in the file that came.
    expect(taken.includes(Buffer.from('8825', 'hex')) || taken.includes(Buffer.from('2588', 'hex'))).toBe(true);
    const withComment = Buffer.concat([
      taken.subarray(0, 2),
      Buffer.from('\xff\xfe\0\x0ehidden-words', 'latin1'),
      taken.subarray(2),
    ]);
    const again = await redraw(withComment, MAX_SIDE);
    const about = await sharp(again).metadata();
    expect([about.width, about.height]).toEqual([240, 320]);
    for (const part of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments'] as const)
      expect([part, about[part]]).toEqual([part, undefined]);
    for (const word of ['Exif', 'Hidden', 'hidden', 'ICC_PROFILE', 'http'])
      expect([word, again.includes(word)]).toEqual([word, false]);
    expect(segmentsOf(again).filter((marker) => marker === 0xfe || (marker > 0xe0 && marker <= 0xef))).toEqual([]);
    const fromPng = await redraw(await pngWith('tEXt', 'Comment\0hidden words'), MAX_SIDE);
    expect(fromPng.includes('hidden')).toBe(false);
  });
});

/** The markers before the first scan of a JPEG. */
function segmentsOf(file: Buffer): number[] {
  const found: number[] = [];
  for (let at = 2; file[at + 1] !== 0xda; at += 2 + file.readUInt16BE(at + 2)) found.push(file[at + 1] ?? 0);
  return found;
}

const zip = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(64, 7), Buffer.from('PK\x05\x06')]);
const html = Buffer.from('<html><script>alert(1)</script></html>');

describe('what is no picture, or more than one thing', () => {
  const behind = async (rest: Buffer | string) => Buffer.concat([await jpeg(), Buffer.from(rest)]);
  const inFront = async (rest: Buffer | string) => Buffer.concat([Buffer.from(rest), await jpeg()]);

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('hello')],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
    ['SVG with a prologue', () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')],
    ['GIF', () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['GIF named as a JPEG is still a GIF', () => drawn(8, 8).gif().toBuffer()],
    ['TIFF', () => drawn(8, 8).tiff().toBuffer()],
    ['AVIF', () => drawn(16, 16).avif().toBuffer()],
    ['HTML', () => html],
    ['ZIP', () => zip],
    ['a program', () => Buffer.from('7f454c46020101', 'hex')],
    ['JPEG with a ZIP behind', () => behind(zip)],
    ['JPEG with a page behind', () => behind(html)],
    ['JPEG with a script behind', () => behind('*/=alert(1)')],
    [
      'JPEG with a film that holds a page behind',
      () => behind(Buffer.concat([Buffer.from('\0\0\0\x14ftypmp42'), html])),
    ],
    ['JPEG with a page in front', () => inFront(html)],
    ['JPEG with a ZIP in front', () => inFront(zip)],
    ['JPEG with a script in front', () => inFront('/*')],
    ['JPEG with a page in its comment', () => jpegWith(0xfe, html)],
    ['JPEG with PHP in its EXIF', () => jpegWith(0xe1, Buffer.from('Exif\0\0<?php system($_GET[0]) ?>'))],
    [
      'JPEG whose head reads as a script',
      () =>
        jpegWith(0xe0, Buffer.concat([Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0'), Buffer.from('*/=alert(1)/*')])),
    ],
    ['PNG with a script in a chunk', () => pngWith('tEXt', 'Comment\0<script>alert(1)</script>')],
    ['PNG with a script in a chunk of its own', () => pngWith('scRt', '<SCRIPT src=x>')],
    ['PNG with a page behind', async () => Buffer.concat([await png(), html])],
    ['PNG with a ZIP behind', async () => Buffer.concat([await png(), zip])],
    ['PNG with a chunk behind its end', async () => Buffer.concat([await png(), chunk('tEXt', Buffer.from('a\0b'))])],
    ['PNG that moves (APNG)', () => pngWith('acTL', '\0\0\0\x01\0\0\0\0')],
    ['WebP with a ZIP behind', async () => Buffer.concat([await webp(), zip])],
  ])('%s is refused with 5003', async (_, make) => {
    expect(await codeOf(make())).toBe(5003);
  });

  it('is not a photo as phones write it: a second picture, a film, or zeros behind the first', async () => {
    const first = await jpeg();
    for (const rest of [
      await jpeg(2),
      Buffer.concat([Buffer.from('\0\0\0\x14ftypmp42\0\0\0\0mp42isom'), Buffer.alloc(99, 5)]),
      Buffer.alloc(512),
      Buffer.from('\x01\0\x0aImage_UTC_Data1600000000000SEFHk\0\0\0SEFT'),
    ]) {
      const again = await redraw(Buffer.concat([first, rest]), MAX_SIDE);
      expect(again.equals(await redraw(first, MAX_SIDE))).toBe(true);
    }
  });
});

describe('what cannot be decoded', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a small PNG of 60,000 × 60,000', () => pngBomb(60_000, 60_000)],
    ['a small PNG of 2,147,483,647 × 16', () => pngBomb(2_147_483_647, 16)],
    ['a PNG of more pixels than it holds', () => pngBomb(2_000, 2_000)],
    ['a picture of one pixel', () => drawn(1, 1).png().toBuffer()],
    ['a damaged PNG', async () => damaged(await png())],
    [
      'a PNG without pixels',
      () =>
        Buffer.concat([
          Buffer.from('89504e470d0a1a0a', 'hex'),
          chunk('IHDR', Buffer.alloc(13)),
          chunk('IEND', Buffer.alloc(0)),
        ]),
    ],
  ])('%s is refused with 5004', async (_, make) => {
    expect(await codeOf(make())).toBe(5004);
  });

  it('any part of a picture is refused, wherever it was cut', async () => {
    for (const make of [jpeg, png, webp]) {
      const whole = await make();
      for (const part of [0.02, 0.3, 0.5, 0.9, 0.999]) {
        const code = await codeOf(whole.subarray(0, Math.floor(whole.length * part)));
        expect([part, [5003, 5004].includes(code)]).toEqual([part, true]);
      }
    }
  });

  it('whatever was done to a picture: it becomes a JPEG, or is refused with 5003 or 5004 (property)', async () => {
    const wholes = await Promise.all([
      jpeg(1, 64, 48),
      drawn(64, 48).png().toBuffer(),
      drawn(64, 48).webp().toBuffer(),
    ]);
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...wholes),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (whole, changes, insert) => {
          let file = whole;
          for (const { at, bytes } of changes) {
            const from = Math.floor(at * file.length);
            file = Buffer.concat([file.subarray(0, from), bytes, file.subarray(insert ? from : from + bytes.length)]);
          }
          try {
            expect((await sharp(await redraw(file, 32)).metadata()).format).toBe('jpeg');
          } catch (error) {
            if (!(error instanceof IdentityRefusal)) throw error;
            expect([5003, 5004]).toContain(error.code);
          }
        },
      ),
      rounds(40),
    );
  });

  it('says nothing of what was in it', async () => {
    const error = await redraw(damaged(await pngWith('tEXt', 'Author\0hidden')), MAX_SIDE).catch((no: unknown) => no);
    expect(String((error as Error).message)).not.toContain('hidden');
  });
});

/** With the middle turned over. */
function damaged(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  for (let at = copy.length >> 1; at < (copy.length >> 1) + 64; at += 1) copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

describe('the gate of decodings', () => {
  it('lets so many work and so many wait, in order; one more is refused with 503 at once', async () => {
    const gate = createGate({ atOnce: 2, waiting: 3, each: 9 });
    let working = 0;
    let most = 0;
    const begun: number[] = [];
    let open = () => {};
    const held = new Promise<void>((resolve) => (open = resolve));
    const work = (number: number) => async () => {
      begun.push(number);
      working += 1;
      most = Math.max(most, working);
      await held;
      working -= 1;
      if (number === 1) throw new Error('one that fails gives its place too');
      return number;
    };
    const five = [0, 1, 2, 3, 4].map((number) => gate.run('ann', work(number)));
    const settled = Promise.allSettled(five);
    await pause(1);
    await expect(gate.run('ann', work(5))).rejects.toMatchObject({ code: 503 });
    expect(begun).toEqual([0, 1]);
    open();
    expect((await settled).map((one) => one.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect([most, begun]).toEqual([2, [0, 1, 2, 3, 4]]);
    // Places that were handed over are still counted: again two at once, not more.
    most = 0;
    expect(await Promise.all([2, 3, 4, 5, 6].map((number) => gate.run('ann', work(number))))).toEqual([2, 3, 4, 5, 6]);
    expect([most, working]).toEqual([2, 0]);
  });
});

/** Text chunks that unpack to `each` bytes apiece, before the pixels of a PNG. */
async function textBomb(chunks: number, each: number): Promise<Buffer> {
  const small = await drawn(64, 64).png().toBuffer();
  const packed = chunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(each, 65))]),
  );
  const head = 8 + 12 + 13;
  return Buffer.concat([
    small.subarray(0, head),
    ...Array.from({ length: chunks }, () => packed),
    small.subarray(head),
  ]);
}

describe('issue 15 A.2: a picture costs what its pixels cost', () => {
  it('what the decoder is given is the same whatever stands beside the pixels of a PNG', async () => {
    const plain = await drawn(64, 64).png().toBuffer();
    expect(essentialOf('png', await textBomb(500, 1_000_000)).equals(essentialOf('png', plain))).toBe(true);
  });

  it('of JPEG and WebP the decoder is given neither comments nor what names and places are in', async () => {
    const plain = await jpeg();
    const shown = await jpegWith(0xfe, Buffer.from('hidden words'));
    expect(essentialOf('jpg', shown).includes('hidden')).toBe(false);
    expect(essentialOf('jpg', Buffer.concat([plain, await jpeg(2)])).equals(essentialOf('jpg', plain))).toBe(true);
    expect(essentialOf('jpg', await jpegOfSomebody()).includes('Hidden')).toBe(false);
    const web = await drawn(64, 64)
      .withExif({ IFD0: { Artist: 'Grace Hidden' } })
      .webp()
      .toBuffer();
    expect([web.includes('Hidden'), essentialOf('webp', web).includes('Hidden')]).toEqual([true, false]);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('%s: which way is up is kept, each of the eight ways', async (format) => {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const taken = await drawn(64, 48, 3).withMetadata({ orientation })[format]().toBuffer();
      const again = await redraw(taken, MAX_SIDE);
      const { data: want, info } = await sharp(taken).autoOrient().raw().toBuffer({ resolveWithObject: true });
      const { data: have, info: about } = await sharp(again).raw().toBuffer({ resolveWithObject: true });
      expect([orientation, about.width, about.height]).toEqual([orientation, info.width, info.height]);
      let apart = 0;
      for (let at = 0; at < want.length; at += 1) apart += Math.abs((want[at] ?? 0) - (have[at] ?? 0));
      expect(apart / want.length).toBeLessThan(8);
    }
  });

  it('a bomb of text takes no more than the same picture without: this process does not grow by it', async () => {
    const bomb = await textBomb(3_000, 1_000_000);
    expect(bomb.length).toBeLessThan(10_000_000);
    const before = process.memoryUsage.rss();
    expect(await codeOf(bomb)).toBe(200);
    // Unpacked it is 3 GB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(300_000_000);
  });

  it('one that takes more memory than its pixels need ends its process, and nothing else', async () => {
    const decoder = createDecoder();
    // As it came, without what is dropped before.
    expect(await decoder.draw(await textBomb(900, 1_000_000), 64, MAX_PIXELS)).toBeUndefined();
    expect(await decoder.draw(await png(), 64, MAX_PIXELS)).toBeInstanceOf(Buffer);
    // The first process is gone, the second picture had another.
    expect(decoder.started()).toBe(2);
    decoder.stop();
  });

  it('one that takes too long is killed with its process; the next one has another', async () => {
    const decoder = createDecoder({ patience: 1 });
    expect(await decoder.draw(await png(), 64, MAX_PIXELS)).toBeUndefined();
    expect(await decoder.draw(await png(), 64, MAX_PIXELS)).toBeUndefined();
    expect(decoder.started()).toBe(2);
  });

  it('one that comes as an idle process ends is given another (issue 15 A.2)', async () => {
    const idle = 1;
    const decoder = createDecoder({ idle });
    const file = await png();
    expect(await decoder.draw(file, 64, MAX_PIXELS)).toBeInstanceOf(Buffer);
    // The process was told to end in this turn of the event loop; that it has ended is heard in a later one.
    await new Promise((resolve) => setTimeout(resolve, idle));
    expect(await decoder.draw(file, 64, MAX_PIXELS)).toBeInstanceOf(Buffer);
    decoder.stop();
  });

  it('this process starts one process for all pictures; one that ends takes its pictures with it, no others', async () => {
    const pictures = createPictureProcess();
    for (const file of [await png(), await textBomb(3_000, 1_000_000), await jpeg()])
      expect(await pictures.draw(file, 64)).toHaveProperty('drawn');
    expect(await pictures.draw(Buffer.from('no picture'), 64)).toEqual({ code: 5003 });
    expect(pictures.started()).toBe(1);
    const last = pictures.draw(await png(), 64);
    pictures.stop();
    expect(await last).toEqual({ code: 5004 });
    expect(await pictures.draw(await png(), 64)).toHaveProperty('drawn');
    expect(pictures.started()).toBe(2);
    pictures.stop();
  });

  it('a process that could not be started is not kept: the picture is refused, the next one is read', async () => {
    let node = '/nowhere/node';
    const pictures = createPictureProcess(() => node);
    expect(await pictures.draw(await png(), 64)).toEqual({ code: 503 });
    node = process.execPath;
    expect(await pictures.draw(await png(), 64)).toHaveProperty('drawn');
    pictures.stop();
  });

  it('one account has its share of the gate and no more, and goes behind one that has nothing at work', async () => {
    const gate = createGate({ atOnce: 1, waiting: 8, each: 3 });
    const order: string[] = [];
    let open = () => {};
    const held = new Promise<void>((resolve) => (open = resolve));
    const work = (name: string) => async () => {
      order.push(name);
      await held;
    };
    const many = [1, 2, 3].map((at) => gate.run('ann', work(`ann ${at}`)));
    await expect(gate.run('ann', work('ann 4'))).rejects.toMatchObject({ code: 429 });
    const other = gate.run('bob', work('bob'));
    open();
    await Promise.all([...many, other]);
    expect(order).toHaveLength(4);
    // Her share is free again.
    await gate.run('ann', work('ann 5'));
    expect(order.at(-1)).toBe('ann 5');
  });
});
