// Whether a Node version is within a range of `engines`. Supports the operators that packages use; no pre-releases.

type Version = readonly [number, number, number];

function versionOf(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text
    .replace(/^v/, '')
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : 0));
  return [major, minor, patch];
}

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

function meets(version: Version, comparator: string): boolean {
  if (['', '*', 'x'].includes(comparator)) return true;
  const [, operator = '', text = ''] = /^(>=|<=|>|<|\^|~|=)?v?(.+)$/.exec(comparator) ?? [];
  const bound = versionOf(text);
  const difference = compare(version, bound);
  const parts = text.split('.').filter((part) => /^\d+$/.test(part)).length;
  switch (operator) {
    case '>=':
      return difference >= 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '<':
      return difference < 0;
    case '^':
      return difference >= 0 && version[0] === bound[0];
    case '~':
      return difference >= 0 && version[0] === bound[0] && (parts === 1 || version[1] === bound[1]);
    default:
      return version.slice(0, parts).every((part, index) => part === bound[index]);
  }
}

/** Whether a version (`24.11.0`) is within a range (`^22.18.0 || >=24.11.0`). */
export function satisfies(version: string, range: string): boolean {
  return range.split('||').some((all) =>
    all
      .trim()
      .replaceAll(/(>=|<=|>|<|\^|~|=)\s+/g, '$1')
      .split(/\s+/)
      .every((comparator) => meets(versionOf(version), comparator)),
  );
}
