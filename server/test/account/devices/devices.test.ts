// Devices and the log of sign-ins (calls §4): named, counted, renamed, forgotten with their sessions; each its owner's only.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deviceName,
  DEVICES_MOST,
  LOG_MOST,
  networkOf,
  placeOfAddress,
  sourceOf,
} from '../../../src/account/devices/index.ts';
import { TERMS_VERSION } from '../../../src/account/identity/index.ts';
import { openSignIn } from '../../../src/account/sign-in/index.ts';
import { CHROME, FIREFOX, PASSWORD, type PeopleWorld, refusal, refused, startPeople, WRONG } from '../sign-in/world.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

const devices = () => world.people.devices;

describe('a device', () => {
  it.each([
    [CHROME, 'Chrome on Windows'],
    [FIREFOX, 'Firefox on Linux'],
    [CHROME.replace('Safari/537.36', 'Safari/537.36 Edg/148.0.0.0'), 'Edge on Windows'],
    [CHROME.replace('Safari/537.36', 'Safari/537.36 OPR/120.0.0.0'), 'Opera on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/148.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; SM-S938B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/148.0.0.0 Safari/537.36', 'Chrome on ChromeOS'],
    ['curl/8.11.0', 'Unknown device'],
    ['<script>alert(1)</script> Linux', 'Linux'],
    ['', 'Unknown device'],
  ])('%s is called %s', (agent, name) => {
    expect(deviceName(agent)).toBe(name);
  });

  it('is found again by its browser at every sign-in, and made for another one', async () => {
    const home = world.visitor();
    const name = world.name();
    const { account, grant } = await world.register(name, home);
    const made = world.now();
    world.pass(1_000);
    const again = await world.login(name, { ...home, ip: '203.0.113.50', agent: FIREFOX });
    world.pass(1_000);
    await world.login(name, world.visitor({ agent: FIREFOX }));
    const list = await devices().list(account.userId, again.grant.session.id);
    expect(list).toMatchObject([
      { name: 'Firefox on Linux', current: false, sessions: 1, lastTime: made + 2_000 },
      { name: 'Chrome on Windows', current: true, sessions: 2, lastTime: made + 1_000, ip: '203.0.113.50' },
    ]);
    expect(list.every((one) => !one.trusted)).toBe(true);
    expect(grant.session.id).not.toBe(again.grant.session.id);
    // The mark that knows the browser is kept as a hash only.
    const rows = JSON.stringify(await world.db.selectFrom('devices').selectAll().execute());
    expect(rows).not.toContain(home.browser);
    expect(rows).not.toContain('Mozilla');
  });

  it('is made once when the browser signs in many times at once', async () => {
    const visitor = world.visitor();
    const name = world.name();
    const { account, grant } = await world.register(name, visitor);
    const fresh = world.visitor();
    await Promise.all(Array.from({ length: 5 }, () => world.login(name, fresh)));
    expect(await devices().list(account.userId, grant.session.id)).toHaveLength(2);
  });

  it('of two customers in one browser are two', async () => {
    const shared = world.visitor();
    const ann = await world.register(world.name(), shared);
    const ben = await world.register(world.name(), shared);
    const [mine] = await devices().list(ann.account.userId, ann.grant.session.id);
    const [theirs] = await devices().list(ben.account.userId, ben.grant.session.id);
    expect(mine?.id).not.toBe(theirs?.id);
  });

  it('keeps the name it is given; nobody else gives it one', async () => {
    const visitor = world.visitor();
    const name = world.name();
    const { account, grant } = await world.register(name, visitor);
    const ben = await world.register(world.name(), world.visitor());
    const [device] = await devices().list(account.userId, grant.session.id);
    const id = device?.id ?? '';
    expect(await devices().rename(ben.account.userId, id, 'Mine')).toBe(false);
    expect(await devices().rename(account.userId, id, 'Study')).toBe(true);
    await world.login(name, visitor);
    expect((await devices().list(account.userId, grant.session.id))[0]?.name).toBe('Study');
  });

  it('takes its sessions and begun sign-ins with it when it is forgotten; nobody else makes it', async () => {
    const [home, away] = [world.visitor(), world.visitor({ agent: FIREFOX })];
    const name = world.name();
    const { account, grant } = await world.register(name, home);
    const other = await world.login(name, away);
    const ben = await world.register(world.name(), world.visitor());
    await world.bindTotp(account.userId);
    await refused(world.login(name, away));
    const list = await devices().list(account.userId, grant.session.id);
    const id = list.find((one) => !one.current)?.id ?? '';
    expect(await devices().forget(ben.account.userId, id, false)).toBeUndefined();
    const { sessions } = world.people.identity;
    expect(await sessions.find(other.grant.access)).toMatchObject({ userId: account.userId });
    expect(await devices().forget(account.userId, id, false)).toEqual([other.grant.session.id]);
    expect(await sessions.find(other.grant.access)).toBe('unknown');
    expect(await sessions.refresh(other.grant.refresh, away)).toBeUndefined();
    expect(await sessions.alive(other.grant.session.id)).toBe(false);
    expect(await sessions.find(grant.access)).toMatchObject({ userId: account.userId });
    const steps = await world.db.selectFrom('login_steps').where('user_id', '=', account.userId).selectAll().execute();
    expect(steps).toEqual([]);
    expect(await devices().forget(account.userId, id, false)).toBeUndefined();
    expect(await devices().list(account.userId, grant.session.id)).toHaveLength(1);
  });

  it('may stay known while its sessions end', async () => {
    const visitor = world.visitor();
    const { account, grant } = await world.register(world.name(), visitor);
    const [device] = await devices().list(account.userId, grant.session.id);
    expect(await devices().forget(account.userId, device?.id ?? '', true)).toEqual([grant.session.id]);
    expect(await devices().list(account.userId, '')).toMatchObject([{ id: device?.id, sessions: 0, current: false }]);
  });

  it(`is one of ${DEVICES_MOST} at most: the one not seen for the longest goes`, async () => {
    const home = world.visitor();
    const name = world.name();
    const { account, grant } = await world.register(name, home);
    const [first] = await devices().list(account.userId, grant.session.id);
    for (let more = 0; more < DEVICES_MOST; more += 1) {
      world.pass(1_000);
      await world.login(name, world.visitor());
    }
    const list = await devices().list(account.userId, grant.session.id);
    expect(list).toHaveLength(DEVICES_MOST);
    expect(list.some((one) => one.id === first?.id)).toBe(false);
    expect(await world.people.identity.sessions.alive(grant.session.id)).toBe(false);
  });

  it('is no longer trusted after a credential changed', async () => {
    const visitor = world.visitor();
    const { account, grant } = await world.register(world.name(), visitor);
    const { secret } = await world.bindTotp(account.userId);
    await world.people.factors.stepUp(grant.session, { method: 'totp', code: await world.totp(secret) }, visitor);
    const trusted = async () => (await devices().list(account.userId, grant.session.id))[0]?.trusted;
    expect(await trusted()).toBe(true);
    world.pass(1);
    await world.people.identity.standing.credentialChanged(account.userId);
    expect(await trusted()).toBe(false);
  });
});

describe('the notice of a new device', () => {
  it('goes out for one never seen before, not for the first, and not twice', async () => {
    const sent: unknown[] = [];
    const { identity, factors, loginLog: log } = world.people;
    const signIn = openSignIn({
      db: world.db,
      identity,
      devices: devices(),
      log,
      factors,
      messages: {
        code: async () => undefined,
        notice: async (userId, notice) => void sent.push([userId, notice]),
      },
      endKeys: async () => undefined,
      now: world.now,
      onFault: (error) => {
        throw error;
      },
    });
    const home = world.visitor();
    const account = world.name();
    const password = { password: PASSWORD, confirmPassword: PASSWORD };
    const made = await signIn.register({ type: 1, account, ...password, terms: TERMS_VERSION }, home);
    await signIn.login({ type: 1, account, password: PASSWORD }, home);
    expect(sent).toEqual([]);
    const away = world.visitor({ agent: FIREFOX, ip: '198.51.100.77' });
    const { grant } = await signIn.login({ type: 1, account, password: PASSWORD }, away);
    await signIn.login({ type: 1, account, password: PASSWORD }, away);
    const list = await devices().list(made.account.userId, grant.session.id);
    const deviceId = list.find((one) => one.current)?.id;
    expect(sent).toEqual([
      [
        made.account.userId,
        { kind: 'newDevice', deviceId, device: 'Firefox on Linux', ip: '198.51.100.77', time: world.now() },
      ],
    ]);
    await signIn.stop();
  });
});

describe('the log of sign-ins', () => {
  it('shows what was tried, newest first, page by page, and only one’s own', async () => {
    const visitor = world.visitor({ ip: '10.1.2.3' });
    const name = world.name();
    const { account } = await world.register(name, visitor);
    await refusal(world.login(name, world.visitor({ ip: '198.51.100.4', agent: FIREFOX }), { password: WRONG }));
    await world.login(name, visitor);
    const page = await world.people.loginLog.list(account.userId, 1, 2);
    expect(page).toMatchObject({
      total: 3,
      records: [
        { result: 'done', ip: '10.1.2.3', place: 'local', device: 'Chrome on Windows' },
        { result: 'password', ip: '198.51.100.4', place: null, device: 'Firefox on Linux' },
      ],
    });
    expect((await world.people.loginLog.list(account.userId, 2, 2)).records).toMatchObject([{ result: 'done' }]);
    const ben = await world.register(world.name(), world.visitor());
    expect((await world.people.loginLog.list(ben.account.userId, 1, 100)).total).toBe(1);
  });

  it('keeps so many rows of an account, and no number of failures pushes the successes out', async () => {
    const { account } = await world.register(world.name(), world.visitor());
    const one = { userId: account.userId, ip: '198.51.100.5', agent: CHROME } as const;
    for (let more = 0; more < LOG_MOST.other + 5; more += 1)
      await world.people.loginLog.write({ ...one, result: 'locked' });
    const page = await world.people.loginLog.list(account.userId, 1, 1);
    expect(page.total).toBe(LOG_MOST.other + 1);
    const { records } = await world.people.loginLog.list(account.userId, LOG_MOST.other + 1, 1);
    expect(records).toMatchObject([{ result: 'done' }]);
  });
});

describe('a network', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24', null],
    ['::ffff:203.0.113.77', '203.0.113.0/24', null],
    ['2001:db8:12:34::1', '2001:db8:12::/48', null],
    ['2001:0DB8:0012:0034:0000:0000:0000:0001', '2001:db8:12::/48', null],
    ['2001:db8::1', '2001:db8:0::/48', null],
    ['127.0.0.1', '127.0.0.0/24', 'local'],
    ['::ffff:10.2.3.4', '10.2.3.0/24', 'local'],
    ['192.168.1.9', '192.168.1.0/24', 'local'],
    ['172.31.255.1', '172.31.255.0/24', 'local'],
    ['172.32.0.1', '172.32.0.0/24', null],
    ['::1', '0:0:0::/48', 'local'],
    ['fd12:3456:789a::1', 'fd12:3456:789a::/48', 'local'],
    ['fe80::1%eth0', 'fe80:0:0::/48', 'local'],
    ['no address', 'no address', null],
  ])('of %s is %s', (ip, network, place) => {
    expect([networkOf(ip), placeOfAddress(ip)]).toEqual([network, place]);
  });

  it.each([
    ['203.0.113.77', '203.0.113.77'],
    ['::ffff:203.0.113.77', '203.0.113.77'],
    ['2001:db8:12:34:5:6:7:8', '2001:db8:12:34::/64'],
    ['2001:db8:12:34::ffff', '2001:db8:12:34::/64'],
  ])('attempts from %s are counted for %s', (ip, source) => {
    expect(sourceOf(ip)).toBe(source);
  });
});
