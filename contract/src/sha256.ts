// SHA-256 in plain code: the page also hashes passwords where it has no `crypto.subtle` (no secure context).

const FRACTIONS = /* @__PURE__ */ fractions();

/** First 32 bits of the fractional parts of cube roots (64) and square roots (8) of the first primes, FIPS 180-4 §4.2.2, §5.3.3. */
function fractions(): { readonly cubes: Uint32Array; readonly squares: Uint32Array } {
  const cubes = new Uint32Array(64);
  const squares = new Uint32Array(8);
  let found = 0;
  for (let candidate = 2; found < 64; candidate++) {
    let prime = true;
    for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) prime = false;
    if (!prime) continue;
    cubes[found] = root(BigInt(candidate), 3n);
    if (found < 8) squares[found] = root(BigInt(candidate), 2n);
    found++;
  }
  return { cubes, squares };
}

/** The 32 bits after the point of the square or cube root of n, exact, by integer bisection. */
function root(n: bigint, power: 2n | 3n): number {
  const target = n << (32n * power);
  let low = 0n;
  let high = n << 32n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** power <= target) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xffff_ffffn);
}

/** UTF-8 bytes of a text; lone surrogates become U+FFFD. */
export function utf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.toWellFormed());
  const bytes: number[] = [];
  for (let at = 0; at < escaped.length; at++) {
    if (escaped[at] === '%') {
      bytes.push(Number.parseInt(escaped.slice(at + 1, at + 3), 16));
      at += 2;
    } else bytes.push(escaped.charCodeAt(at));
  }
  return Uint8Array.from(bytes);
}

/** SHA-256 of bytes as 64 hex digits (FIPS 180-4). */
export function sha256Hex(message: Uint8Array): string {
  const state = Uint32Array.from(FRACTIONS.squares);
  const padded = new Uint8Array((((message.length + 8) >> 6) << 6) + 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, (message.length - (message.length % 0x2000_0000)) / 0x2000_0000);
  view.setUint32(padded.length - 4, message.length << 3);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) compress(state, words, view, at);
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** Processes one 64-byte block (FIPS 180-4 §6.2.2). */
function compress(state: Uint32Array, words: Uint32Array, view: DataView, offset: number): void {
  const word = (at: number): number => words[at] ?? 0;
  for (let at = 0; at < 16; at++) words[at] = view.getUint32(offset + at * 4);
  for (let at = 16; at < 64; at++) {
    const early = word(at - 15);
    const late = word(at - 2);
    const small0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const small1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = word(at - 16) + small0 + word(at - 7) + small1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + (FRACTIONS.cubes[at] ?? 0) + word(at)) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, at) => {
    state[at] = (state[at] ?? 0) + value;
  });
}
