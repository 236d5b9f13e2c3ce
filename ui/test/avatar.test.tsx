// The standard picture of an account (§3 L56): drawn from the id, without a request.
import { describe, expect, it } from 'vitest';
import { Avatar, standardPicture } from '../src/index.ts';
import { show } from './helpers.tsx';

describe('the standard avatar (§3)', () => {
  it('is the same for an id each time, mirrored, and never empty', () => {
    expect(standardPicture('1000042')).toBe(standardPicture('1000042'));
    for (const id of ['', '1', '1000042', '9999999', 'ann']) {
      const cells = [...standardPicture(id).matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
      expect(cells).toContainEqual([14, 14]);
      for (const [x = 0, y = 0] of cells) expect(cells).toContainEqual([28 - x, y]);
    }
  });

  it('differs between neighbouring accounts', () => {
    const pictures = new Set(Array.from({ length: 1_000 }, (_, at) => standardPicture(String(1_000_000 + at))));
    expect(pictures.size).toBeGreaterThan(950);
  });

  it('gives way to a picture of one’s own, and asks the network for nothing without one', () => {
    const own = show(<Avatar id="7" picture="/api/file/7" />);
    expect(own.container.querySelector('img')?.getAttribute('src')).toBe('/api/file/7');
    own.unmount();
    const standard = show(<Avatar id="7" picture={null} />);
    expect(standard.container.querySelector('img, image, use')).toBeNull();
    expect(standard.container.querySelector('path')?.getAttribute('d')).toBe(standardPicture('7'));
  });
});
