// CRC-32 (IEEE 802.3) over ASCII text, as the DEPTH stream's checksum wants it.

const TABLE = new Int32Array(256);
for (let byte = 0; byte < 256; byte += 1) {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  TABLE[byte] = value;
}

/** The checksum as an unsigned 32-bit number. */
export function crc32(text: string): number {
  let crc = -1;
  for (let at = 0; at < text.length; at += 1) crc = (TABLE[(crc ^ text.charCodeAt(at)) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ -1) >>> 0;
}
