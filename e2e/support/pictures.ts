// Pictures that a visitor would upload: small, real, and all different. Ready for Playwright's `setInputFiles`.

import sharp, { type Sharp } from 'sharp';

/** A file for a page's file input. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const WIDTH = 640;
const HEIGHT = 400;

/** A coloured card with a few lines, like a photo of a document; each `seed` gives another one. */
function card(seed: number): Sharp {
  const all = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const edge = x < 24 || y < 24 || x >= WIDTH - 24 || y >= HEIGHT - 24;
      const line = y % 40 < 6 && x > 260 && x < 360 + ((y * seed) % 200);
      const face = (x - 140) ** 2 + (y - 190) ** 2 < (70 + (seed % 7)) ** 2;
      const shade = edge ? 40 : line ? 90 : face ? 150 : 225;
      all.fill(Math.min(255, shade + ((seed * 37) % 30)), (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3);
      all[(y * WIDTH + x) * 3 + (seed % 3)] = Math.max(0, shade - 30);
    }
  return sharp(all, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

/** A JPEG photo. */
export async function jpegPhoto(seed: number, name = `photo-${seed}.jpg`): Promise<ChosenFile> {
  return { name, mimeType: 'image/jpeg', buffer: await card(seed).jpeg({ quality: 80 }).toBuffer() };
}

/** A PNG, like a screenshot. */
export async function pngPicture(seed: number, name = `picture-${seed}.png`): Promise<ChosenFile> {
  return { name, mimeType: 'image/png', buffer: await card(seed).png().toBuffer() };
}

/** The three photos of a document: front, back, and held beside the face. */
export async function documentPhotos(seed = 1): Promise<Record<'front' | 'back' | 'handheld', ChosenFile>> {
  const [front, back, handheld] = await Promise.all([
    jpegPhoto(seed, 'front.jpg'),
    pngPicture(seed + 1, 'back.png'),
    jpegPhoto(seed + 2, 'handheld.jpg'),
  ]);
  return { front, back, handheld };
}

/** A file named like a photo that is not a picture. */
export function noPicture(name = 'photo.jpg'): ChosenFile {
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 not a photo') };
}

/** A file above the upload limit. */
export function tooLarge(name = 'large.jpg'): ChosenFile {
  return { name, mimeType: 'image/jpeg', buffer: Buffer.alloc(10 * 1_024 * 1_024 + 1, 0xff) };
}
