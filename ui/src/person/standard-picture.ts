// The standard picture of an account. It is generated from the id alone: the same on every device, without a request.

/** Cells per side; the right half mirrors the left. */
const SIDE = 5;
const HALF = 3;
/** Side of the whole picture; a cell is a fifth of the inner square. */
const SIZE = 32;
const CELL = 4;
const EDGE = (SIZE - SIDE * CELL) / 2;
/** FNV-1a. */
const START = 0x811c9dc5;
const PRIME = 0x01000193;

/** Hashes an id to 32 bits. Neighbouring numbers give very different pictures. */
function bitsOf(id: string): number {
  let hash = START;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), PRIME);
  // The last digit alone changes too few bits, so the hash is mixed once more.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The path of the filled cells in a square of 32. Never empty: the middle cell is always filled. */
export function standardPicture(id: string): string {
  const bits = bitsOf(id);
  let path = '';
  for (let row = 0; row < SIDE; row += 1)
    for (let column = 0; column < SIDE; column += 1) {
      const mirrored = Math.min(column, SIDE - 1 - column);
      const isMiddle = row === HALF - 1 && column === HALF - 1;
      if (isMiddle || ((bits >>> (row * HALF + mirrored)) & 1) === 1)
        path += `M${EDGE + column * CELL} ${EDGE + row * CELL}h${CELL}v${CELL}h-${CELL}z`;
    }
  return path;
}
