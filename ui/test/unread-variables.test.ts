import { describe, expect, it } from 'vitest';
import { withoutUnread } from '../build/unread-variables.ts';

describe('§5 first page: style sheets without custom properties that nothing reads', () => {
  it('keeps what a sheet or a script reads, and our own', () => {
    const sheets = [
      ':root{--mantine-color-a:#111;--mantine-color-b:#222;--v-own:1px}',
      '.x{color:var(--mantine-color-a)}',
    ];
    expect(withoutUnread(sheets, [])).toEqual([':root{--mantine-color-a:#111;--v-own:1px}', sheets[1]]);
    expect(withoutUnread(sheets, ['style="--mantine-color-b"'])).toEqual(sheets);
  });

  it('leaves out what only unread properties read', () => {
    const sheet = ':root{--mantine-one:var(--mantine-two);--mantine-two:var(--mantine-three, 1px);--mantine-three:2px}';
    expect(withoutUnread([sheet], [])).toEqual([':root{}']);
  });

  it('keeps the sizes whose names components build', () => {
    const sheet = ':root{--mantine-spacing-md:1rem;--mantine-font-family:"a;b", sans-serif;--mantine-radius-sm:2px}';
    expect(withoutUnread([sheet], [])).toEqual([':root{--mantine-spacing-md:1rem;--mantine-radius-sm:2px}']);
  });
});
