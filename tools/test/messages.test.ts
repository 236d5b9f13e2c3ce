// The server's messages are those of the page's catalogues; `npm run messages` writes them.
import { join } from 'node:path';
import { LANGUAGES } from '@vitrine/contract';
import { expect, it } from 'vitest';
import { root } from '../ensure.mjs';
import { messagesIn } from '../messages.mjs';

it.each(LANGUAGES.filter((one) => one !== 'en'))('%s', async (language) => {
  const module = (await import(join(root, 'contract/src/message', `${language}.ts`))) as object;
  expect(Object.values(module)).toEqual([messagesIn(language)]);
});
