// A derived index from three words to a slot, with open addressing. Rebuilt on load, never saved, never digested.

const FIRST_PLACES = 64;

/** Slots by (a, b, c), 32 bits each. Entries are never removed one by one. */
export class Lookup {
  private keys = new Int32Array(FIRST_PLACES * 4);
  private mask = FIRST_PLACES - 1;
  private count = 0;

  /** The slot, 0 when there is none. */
  find(a: number, b: number, c: number): number {
    const keys = this.keys;
    let place = place32(a, b, c) & this.mask;
    for (;;) {
      const at = place << 2;
      const slot = keys[at + 3] as number;
      if (slot === 0) return 0;
      if (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c) return slot;
      place = (place + 1) & this.mask;
    }
  }

  /** Adds a new key. */
  add(a: number, b: number, c: number, slot: number): void {
    if ((this.count + 1) * 2 > this.mask) this.grow();
    this.put(a, b, c, slot);
    this.count += 1;
  }

  private put(a: number, b: number, c: number, slot: number): void {
    const keys = this.keys;
    let place = place32(a, b, c) & this.mask;
    while (keys[(place << 2) + 3] !== 0) place = (place + 1) & this.mask;
    const at = place << 2;
    keys[at] = a;
    keys[at + 1] = b;
    keys[at + 2] = c;
    keys[at + 3] = slot;
  }

  private grow(): void {
    const old = this.keys;
    this.keys = new Int32Array(old.length * 2);
    this.mask = this.mask * 2 + 1;
    for (let at = 0; at < old.length; at += 4)
      if (old[at + 3] !== 0)
        this.put(old[at] as number, old[at + 1] as number, old[at + 2] as number, old[at + 3] as number);
  }
}

function place32(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}
