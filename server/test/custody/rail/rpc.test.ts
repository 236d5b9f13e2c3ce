// Asking a node (ASVS 15.3.2): the request, with its password, goes to the address that was set and nowhere else.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createRpc as bitcoinRpc } from '../../../src/custody/rail/bitcoin/rpc.ts';
import { createRpc as evmRpc } from '../../../src/custody/rail/evm/rpc.ts';

let elsewhere: Server;
let node: Server;
let asked = 0;

async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  elsewhere = createServer((_, response) => {
    asked += 1;
    response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
  });
  const there = await listening(elsewhere);
  node = createServer((_, response) => response.writeHead(307, { location: `http://${there}/` }).end());
});
afterAll(() => {
  node.close();
  elsewhere.close();
});

it('follows no redirect: neither the request nor the password goes elsewhere', async () => {
  const url = `http://someone:hush@${await listening(node)}`;
  const evm = evmRpc({ url, again: [] });
  await expect(evm.read('eth_chainId', [], z.string())).rejects.toThrow('no answer of the node to eth_chainId');
  const bitcoin = bitcoinRpc({ url });
  await expect(bitcoin.ask('getblockcount', [], z.int())).rejects.toThrow('no answer of the node to getblockcount');
  expect(asked).toBe(0);
  evm.stop();
  bitcoin.stop();
});
