// Prints an address or transaction id for reading: groups of four, with the first and last emphasised.

export interface Grouped {
  readonly first: string;
  readonly middle: readonly string[];
  readonly last: string;
}

const GROUP = 4;

/** Groups of four; `0x` stays with the first group, and a short rest with the last. */
export function groupAddress(text: string): Grouped {
  const head = text.startsWith('0x') ? 2 + GROUP : GROUP;
  const groups = [text.slice(0, head)];
  for (let at = head; at < text.length; at += GROUP) groups.push(text.slice(at, at + GROUP));
  const rest = groups.at(-1);
  if (groups.length > 2 && rest !== undefined && rest.length < GROUP - 1) {
    groups.pop();
    groups.push(`${groups.pop() ?? ''}${rest}`);
  }
  return { first: groups[0] ?? '', middle: groups.slice(1, -1), last: groups.length > 1 ? (groups.at(-1) ?? '') : '' };
}

/** The two ends, where the whole address does not fit. */
export function shortAddress(text: string): string {
  return text.length <= 14 ? text : `${text.slice(0, text.startsWith('0x') ? 8 : 6)}…${text.slice(-4)}`;
}
