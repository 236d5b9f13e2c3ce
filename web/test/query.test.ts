// Reads of a user wait for what the feed sent (calls §1 `x-after`): the lists are behind the feed.

import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryOf, noteCommand } from '../src/api/index.ts';
import { answer, ok, sent, useClient } from './client-kit.ts';

useClient();

const wallets = /^(assets|userCoin)\./;

it('a list that is read after a message holds the command that the message named', async () => {
  answer(() => ok([]));
  const client = new QueryClient();
  const read = async () => {
    await client.fetchQuery({ ...queryOf('userCoin.getUserCoin', {}, 'eager'), retry: false });
    return sent.at(-1)?.headers['x-after'];
  };
  expect(await read()).toBeUndefined();
  noteCommand(wallets, 7);
  expect(await read()).toBe('7');
  // Messages may come in another order.
  noteCommand(wallets, 5);
  noteCommand(/^kyc\./, 9);
  expect(await read()).toBe('7');
});

it('public reads, which all share, wait for nothing', async () => {
  answer(() => ok(1));
  noteCommand(/^common\./, 8);
  await new QueryClient().fetchQuery({ ...queryOf('common.getTime', {}, 'eager'), retry: false });
  expect(sent.at(-1)?.headers['x-after']).toBeUndefined();
});
