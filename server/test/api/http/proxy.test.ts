import { afterEach, describe, expect, it } from 'vitest';
import { clientAddress, trustedProxies } from '../../../src/api/http/index.ts';
import { fromPage, requestFor, startWorld, type World } from './harness.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.app.close();
  world = undefined;
});

describe('addresses behind proxies (docs/operate/settings.md)', () => {
  const trusted = trustedProxies(['10.0.0.5', '10.1.0.0/16', 'fd00::/8']);

  it.each([
    ['without a header', '10.0.0.5', undefined, '10.0.0.5'],
    ['from a stranger, whatever he says', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['from a proxy', '10.0.0.5', '198.51.100.1', '198.51.100.1'],
    ['through a chain of proxies', 'fd00::1', '198.51.100.1, 10.1.2.3, 10.0.0.5', '198.51.100.1'],
    ['of a liar in front of a proxy', '10.0.0.5', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['with garbage in it', '10.0.0.5', 'unknown', '10.0.0.5'],
    ['with garbage in front', '10.0.0.5', 'unknown, 198.51.100.1', '198.51.100.1'],
    ['with more hops than anybody has', '10.0.0.5', Array(40).fill('10.0.0.5').join(','), '10.0.0.5'],
    ['as IPv6 writes IPv4', '::ffff:10.0.0.5', '198.51.100.1', '198.51.100.1'],
  ])('%s', (_, peer, forwarded, address) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(address);
  });

  it('nobody is believed when no proxy is named', () => {
    expect(clientAddress('127.0.0.1', '198.51.100.1', trustedProxies([]))).toBe('127.0.0.1');
  });

  const limits = { calls: 3, secrets: 3 };
  const ask = async (from: string) => {
    const request = requestFor('common.getTime', { headers: { ...fromPage(), 'x-forwarded-for': from } });
    return (await world?.app.inject({ ...request, remoteAddress: '10.0.0.5' }))?.statusCode;
  };

  it('a header that is not believed opens no new limit (§1, issue §5)', async () => {
    world = await startWorld({ limits });
    const codes = [];
    for (let at = 1; at <= 4; at += 1) codes.push(await ask(`198.51.100.${at}`));
    expect(codes).toEqual([200, 200, 200, 429]);
  });

  it('customers behind a proxy of ours are counted one by one', async () => {
    world = await startWorld({ limits, trusted });
    for (let at = 1; at <= 4; at += 1) expect(await ask(`198.51.100.${at}`)).toBe(200);
    for (let at = 1; at <= 2; at += 1) expect(await ask('198.51.100.1')).toBe(200);
    expect(await ask('198.51.100.1')).toBe(429);
  });
});
