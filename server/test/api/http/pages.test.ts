import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measure } from '../../../src/api/http/index.ts';
import type { Session } from '../../../src/account/identity/index.ts';
import type { Live } from '../../../src/projection/live/index.ts';
import type { ExchangeLink } from '../../../src/engine/sequencer/index.ts';
import { builtPage, fakeSessions, fromPage, requestFor, startWorld, type World } from './harness.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ pages: await builtPage() });
});
afterAll(() => world.app.close());

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });

describe('security headers (issue §5)', () => {
  it('stand on every answer: page, call, refusal, file', async () => {
    for (const url of [
      '/',
      '/exchange/index',
      '/api/common/getTime',
      '/api/nothing',
      '/static/main-abc123.js',
      '/healthz',
    ]) {
      const { headers } = await get(url);
      const policy = String(headers['content-security-policy']);
      expect(policy, url).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).not.toContain('unsafe-eval');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('tell browsers to stay on TLS only where there is TLS', async () => {
    const plain = await get('/');
    expect(plain.headers['strict-transport-security']).toBeUndefined();
    expect(plain.headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    const secure = await startWorld({ pages: await builtPage(), secure: true });
    const answer = await secure.app.inject({ url: '/' });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(answer.headers['content-security-policy']).toContain('upgrade-insecure-requests');
    await secure.app.close();
  });
});

describe('the page (design §5)', () => {
  it('answers every route of the page with its index, never kept', async () => {
    for (const url of [
      '/',
      '/home/index',
      '/exchange/full-screen/BTC_USDT',
      '/user/login?x=1',
      '/assets/index?key=swap',
      '/invite/ABC',
    ]) {
      const answer = await get(url);
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-cache']);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.body).toContain('<title>Vitrine</title>');
    }
  });

  it('keeps bundles for ever, sends them in brotli where it can, and answers 404 for a missing one', async () => {
    const plain = await get('/static/main-abc123.js');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const packed = await get('/static/main-abc123.js', { 'accept-encoding': 'br' });
    expect([packed.headers['content-encoding'], packed.body]).toEqual(['br', 'not really brotli']);
    for (const url of [
      '/static/gone-1.js',
      '/static/',
      '/static/gone',
      '/nothing.js',
      '/docs/nothing',
      '/ws/x',
      '/mqtt',
      '/platform/x',
    ]) {
      const answer = await get(url);
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.body).not.toContain('<title>');
    }
  });

  it('gives nothing outside its folder', async () => {
    for (const url of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/static/%2e%2e%2f%2e%2e%2fpackage.json',
      '/..%5cpackage.json',
    ]) {
      const answer = await get(url);
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.body).not.toContain('"name"');
    }
  });

  it('does not answer writes of another kind with the page', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await world.app.inject({ method, url: '/exchange/index' })).statusCode).toBe(404);
  });

  it('says how to build it when it is not there', async () => {
    const bare = await startWorld({ pages: '/nowhere-at-all' });
    const answer = await bare.app.inject({ url: '/' });
    expect([answer.statusCode, answer.body]).toEqual([404, 'The page is not built yet: npm start builds it.\n']);
    await bare.app.close();
  });
});

describe('runtime configuration (calls.md §2)', () => {
  it('is a script that holds no secret and is never kept', async () => {
    const answer = await get('/platform/dev/config.js?1700000000');
    expect(answer.headers['content-type']).toContain('text/javascript');
    expect(answer.headers['cache-control']).toBe('no-store');
    const window: { VITRINE?: Record<string, unknown> } = {};
    runInNewContext(answer.body, { window, Object });
    expect(window.VITRINE).toMatchObject({
      mode: 'practice',
      head: 'v1',
      requestHead: 'v1',
      tokenAgeLimit: 5_400_000,
      mqtt: '',
    });
  });
});

describe('lives of cookies (§7)', () => {
  it('are those of the sessions, and the page refreshes before', async () => {
    const lives = { access: 600_000, refresh: 86_400_000 };
    const other = await startWorld({ sessions: { ...fakeSessions, lives } });
    other.answer = ({ context }) => {
      context.signIn({ session: {} as Session, access: 'one', refresh: 'two' });
      return {};
    };
    const answer = await other.app.inject({ method: 'POST', url: '/api/user/logout', headers: fromPage('alice') });
    const ages = answer.cookies.map(({ name, maxAge }) => [name, maxAge]);
    expect(ages).toEqual([
      ['access', 600],
      ['refresh', 86_400],
    ]);
    expect((await other.app.inject({ url: '/platform/dev/config.js' })).body).toContain('"tokenAgeLimit":450000');
    await other.app.close();
  });
});

describe('prefixes of paths (§7)', () => {
  it('are those set: calls, the runtime configuration and the reader agree', async () => {
    const other = await startWorld({ prefixes: { head: 'form', requestHead: 'app' } });
    const at = async (url: string) => await other.app.inject({ url });
    expect((await at('/api/app/coin/open/getSpotGoods')).statusCode).toBe(200);
    expect((await at('/api/form/sys/sys/dict/getDictItems/coin_plate')).statusCode).toBe(200);
    for (const url of ['/api/v1/coin/open/getSpotGoods', '/api/v1/sys/sys/dict/getDictItems/coin_plate'])
      expect((await at(url)).statusCode).toBe(404);
    expect((await at('/platform/dev/config.js')).body).toContain('"head":"form","requestHead":"app"');
    const paths = Object.keys((await at('/docs/openapi.json')).json().paths);
    expect(paths.filter((path) => path.startsWith('/api/v1/'))).toEqual([]);
    expect(paths).toContain('/api/app/coin/open/getSpotGoods');
    await other.app.close();
  });
});

describe('the reader (design §5)', () => {
  it('lies at /docs under a strict policy and reads /docs/openapi.json', async () => {
    for (const url of ['/docs', '/docs/', '/docs/static/swagger-ui-bundle.js', '/docs/openapi.json']) {
      const { statusCode, headers } = await get(url);
      const policy = String(headers['content-security-policy']);
      expect([url, statusCode, policy.includes("script-src 'self'")]).toEqual([url, 200, true]);
      expect(policy).not.toContain('https:');
      expect(policy).not.toContain('upgrade-insecure-requests');
    }
    const document = await get('/docs/openapi.json');
    expect(document.json().openapi).toBe('3.1.0');
  });
});

describe('compression', () => {
  it('packs large answers and leaves alone those that hold a secret', async () => {
    world.answer = () => ({ long: 'x'.repeat(5_000) });
    const headers = { 'accept-encoding': 'br, gzip' };
    const list = await world.app.inject(requestFor('common.getCoinList', { headers }));
    expect(list.headers['content-encoding']).toBe('br');
    const profile = await world.app.inject(
      requestFor('user.getInfo', { headers: { ...headers, ...fromPage('alice') } }),
    );
    expect(profile.headers['content-encoding']).toBeUndefined();
  });
});

describe('health and figures (design §9)', () => {
  it('answers /healthz always and /readyz by whether orders are taken', async () => {
    expect((await get('/healthz')).body).toBe('ok\n');
    expect((await get('/readyz')).statusCode).toBe(200);
    const link = { state: () => ({ taking: false, reason: 'the journal does not commit' }) } as unknown as ExchangeLink;
    const halted = await startWorld({ link });
    const answer = await halted.app.inject({ url: '/readyz' });
    expect([answer.statusCode, answer.body]).toEqual([503, 'not taking orders: the journal does not commit\n']);
    await halted.app.close();
  });

  it('names at /readyz and in the figures what of custody does not work, and still takes orders (issue 14, 7)', async () => {
    const failing = () => [{ name: 'withdrawals', since: Date.UTC(2026, 10, 25) }];
    const world = await startWorld({ failing });
    const live = { head: () => ({ row: 1, seq: 7, time: 9, rowHash: '' }) } as unknown as Live;
    const link = { state: () => ({ taking: true }) } as unknown as ExchangeLink;
    const registry = measure(world.app, link, live, () => ({ row: 7, behind: 2, lost: 3, rebuilt: 0 }), failing);
    const ready = await world.app.inject({ url: '/readyz' });
    expect([ready.statusCode, ready.body]).toEqual([
      200,
      'ready\ncustody does not work: withdrawals, since 2026-11-25T00:00:00.000Z\n',
    ]);
    const text = await registry.metrics();
    expect(text).toContain('vitrine_custody_failing{part="withdrawals"} 1');
    expect(text).toContain('vitrine_views_lost_rows 3');
    expect(text).toContain('vitrine_views_behind_rows 2');
    await world.app.close();
  });

  it('counts by route and shows no figure itself (the desk does), without an address or a word of a caller', async () => {
    const measured = await startWorld();
    const live = { head: () => ({ row: 1, seq: 7, time: 9, rowHash: '' }) } as unknown as Live;
    const registry = measure(
      measured.app,
      { state: () => ({ taking: true }) } as unknown as ExchangeLink,
      live,
      () => ({
        ...{ row: 7, behind: 0, lost: 0, rebuilt: 0 },
      }),
    );
    await measured.app.inject({ url: '/api/v1/coin/open/transaction/BTC_USDT/5?x=hidden' });
    expect((await measured.app.inject({ url: '/metrics' })).statusCode).toBe(404);
    const text = await registry.metrics();
    expect(text).toContain('vitrine_live_seq 7');
    expect(text).toContain('route="/api/v1/coin/open/transaction/:a/:b"');
    expect(text).not.toContain('hidden');
    await measured.app.close();
  });
});

describe('closing', () => {
  it('asks keep-alive connections to end and does not wait for idle ones', async () => {
    const closing = await startWorld();
    const url = await closing.app.listen({ host: '127.0.0.1', port: 0 });
    expect((await fetch(`${url}/healthz`, { keepalive: true })).status).toBe(200);
    await closing.app.close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});
