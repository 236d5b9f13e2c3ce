// The documents that name the limits of uploads say what the code does (docs/concepts/identity.md, docs/operate/security.md §6).

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_UPLOAD } from '@vitrine/contract';
import { expect, it } from 'vitest';
import { DECODERS } from '../../../src/account/files/decoder.ts';
import { MAX_PIXELS } from '../../../src/account/files/draw.ts';
import { MAX_BYTES, MAX_UPLOADS_A_DAY } from '../../../src/account/files/use.ts';

const docs = join(import.meta.dirname, '../../../../docs');
const MIB = 1_048_576;

it.each(['concepts/identity.md', 'operate/security.md'])(
  '%s names the limits of uploads as the code has them',
  (name) => {
    const text = readFileSync(join(docs, name), 'utf8');
    expect(text).toContain(`${MAX_UPLOAD / MIB} MiB`);
    expect(text).toContain(`${MAX_BYTES / MIB} MiB`);
    expect(text).toContain(`${MAX_PIXELS / 1_000_000} million pixels`);
    expect(text).toMatch(
      new RegExp(`uploads of a customer a day .*\\| ${MAX_UPLOADS_A_DAY} \\||${MAX_UPLOADS_A_DAY} uploads a day`),
    );
    expect(text).toMatch(new RegExp(`being decoded; .* \\| ${DECODERS}; |two at once`));
  },
);
