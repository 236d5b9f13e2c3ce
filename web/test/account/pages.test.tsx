// The account's pages: facts as they are, refusals at their fields, questions before what cannot be undone.

import { createHash } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  CardPage,
  DevicePage,
  FundPasswordPage,
  GooglePage,
  KeyPage,
  LoginPasswordPage,
  SecurityOverview,
} from '../../src/features/account-centre/index.ts';
import { exchange, now, refuse, security, show } from './render-page.tsx';
import { field, press, says, usePage } from './pages-kit.tsx';

const ack = { id: '7', status: 0, seq: 0 };
const day = 86_400_000;
usePage();

describe('the security page (calls §4, look §9: facts, not a gauge)', () => {
  it('tells what is bound, since when, and what is locked until when', async () => {
    exchange({
      'user.security': {
        ...security,
        email: 'ma***rg',
        google: { bound: true, time: now - day, recoveryLeft: 1 },
        passkeys: 2,
        fundPassword: { set: true, changed: now, lockedUntil: now + day },
        withdrawalsLockedUntil: now + day,
        antiCode: 'heron',
        terms: { accepted: '2026-01-01', inForce: '2026-11-26', time: now },
      },
    });
    show(<SecurityOverview />);
    await screen.findByText('ma***rg');
    const text = document.body.textContent ?? '';
    for (const words of [
      'On since 11/20/2026 10:00:00. 1 recovery code left',
      '2 passkeys',
      'Locked until 11/22/2026 10:00:00 after too many wrong attempts',
      'Locked until 11/22/2026 10:00:00, because a credential was changed',
      'heron is in every e-mail from us',
      'Version 2026-11-26 is in force',
    ])
      expect(text).toContain(words);
  });

  it('says what failed, and reads again on demand', async () => {
    const answers = { 'user.security': refuse(500, 'server.fault') as unknown };
    exchange(answers);
    show(<SecurityOverview />);
    await screen.findByText('Couldn’t load the security settings');
    answers['user.security'] = security;
    await press('Try again');
    await screen.findByText('Login password');
  });

  it('freezes only after the question, whose safe answer has the focus', async () => {
    const answers: Parameters<typeof exchange>[0] = { 'user.freeze': ack };
    const asked = exchange(answers);
    show(<SecurityOverview />);
    await press('Freeze the account');
    const dialog = await screen.findByRole('dialog');
    for (const words of [
      'Withdrawals stop',
      'New orders are rejected',
      'API keys can only read',
      'Open orders are cancelled',
    ])
      expect(dialog.textContent).toContain(words);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep it open'));
    expect(asked.map((call) => call.name)).not.toContain('user.freeze');
    answers['user.security'] = { ...security, frozen: true };
    fireEvent.click(within(dialog).getByRole('button', { name: 'Freeze now' }));
    await screen.findByText(/This account is frozen: no withdrawals/);
    expect(asked.filter((call) => call.name === 'user.freeze')).toHaveLength(1);
  });

  it.each([
    ['open', null, /Requested 11\/20\/2026/, 'Cancel it'],
    ['refused', null, /Rejected 11\/21\/2026/, 'Request a reset'],
    ['withdrawn', null, /You cancelled your request/, 'Request a reset'],
    ['passed', now - 1, /its validity has ended/, 'Request a reset'],
  ] as const)('shows a request for a new fund password: %s', async (state, until, words, button) => {
    exchange({
      'user.security': {
        ...security,
        fundPassword: { set: true, changed: now, lockedUntil: null },
        fundCase: { id: '1', state, time: now - day, decided: now, until },
      },
    });
    show(<SecurityOverview />);
    await says(words);
    await screen.findByRole('button', { name: button });
  });
});

describe('the login password', () => {
  it('shows a refusal at its field, and leads there', async () => {
    exchange({ 'user.updateUserLoginPwd': refuse(1009, 'password.wrong') });
    show(<LoginPasswordPage />);
    await userEvent.type(await field('Old password'), 'wrong1');
    await userEvent.type(await field('New password'), 'Glass-and-ink7');
    await userEvent.type(await field('Repeat the password'), 'Glass-and-ink7');
    await press('Change the password');
    const old = await field('Old password');
    await waitFor(() => expect(old.getAttribute('aria-invalid')).toBe('true'));
    await screen.findByText('The password is wrong.');
    await waitFor(() => expect(document.activeElement).toBe(old));
    // What was typed is still there: nothing is lost by a refusal.
    expect((await field('New password')).value).toBe('Glass-and-ink7');
  });

  it('marks a field the exchange names, and says nothing of a proof not given', async () => {
    exchange({ 'user.updateUserLoginPwd': refuse(400, 'request.invalid', { confirmPwd: 'format' }) });
    show(<LoginPasswordPage />);
    await userEvent.type(await field('Old password'), 'wrong1');
    await userEvent.type(await field('New password'), 'Glass-and-ink7');
    await userEvent.type(await field('Repeat the password'), 'Glass-and-ink7');
    await press('Change the password');
    await screen.findByText('Not in the expected form');
    expect((await field('Repeat the password')).getAttribute('aria-invalid')).toBe('true');
  });

  it('that is known from a breach is refused before it is sent; its hash stays here (issue 15 A.7)', async () => {
    vi.stubGlobal('isSecureContext', true);
    const digits = createHash('sha1').update('Glass-and-ink7').digest('hex');
    const asked = exchange({
      'user.breachedPasswords': { suffixes: ['0'.repeat(15), digits.slice(5, 20)] },
      'user.updateUserLoginPwd': ack,
    });
    show(<LoginPasswordPage />);
    await userEvent.type(await field('Old password'), 'wrong1');
    await userEvent.type(await field('New password'), 'Glass-and-ink7');
    await userEvent.type(await field('Repeat the password'), 'Glass-and-ink7');
    await press('Change the password');
    await waitFor(async () => expect((await field('New password')).getAttribute('aria-invalid')).toBe('true'));
    expect(asked.map(({ name }) => name)).not.toContain('user.updateUserLoginPwd');
    expect(JSON.stringify(asked)).not.toContain(digits.slice(5, 12));
    for (const label of ['New password', 'Repeat the password']) {
      await userEvent.clear(await field(label));
      await userEvent.type(await field(label), 'Another-glass8');
    }
    await press('Change the password');
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain('user.updateUserLoginPwd'));
  });

  it('is changed all the same when the list does not answer', async () => {
    vi.stubGlobal('isSecureContext', true);
    const asked = exchange({
      'user.breachedPasswords': refuse(503, 'exchange.unavailable'),
      'user.updateUserLoginPwd': ack,
    });
    show(<LoginPasswordPage />);
    await userEvent.type(await field('Old password'), 'wrong1');
    await userEvent.type(await field('New password'), 'Glass-and-ink7');
    await userEvent.type(await field('Repeat the password'), 'Glass-and-ink7');
    await press('Change the password');
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain('user.updateUserLoginPwd'));
  });

  it('says before what it ends and locks', async () => {
    exchange({});
    show(<LoginPasswordPage />);
    await screen.findByText('All other devices are signed out');
    await says('locks withdrawals until 11/22/2026 10:00:00');
  });
});

describe('the fund password', () => {
  it('is asked for twice, and set with a code where an address is bound', async () => {
    const asked = exchange({
      'user.security': { ...security, email: 'ma***rg' },
      'user.tardPwdSet': ack,
      'user.getCountryCode': [],
    });
    show(<FundPasswordPage />);
    await userEvent.type(await field('New fund password, 6 digits'), '135790');
    await userEvent.type(await field('Repeat the fund password'), '135791');
    await press('Set the fund password');
    await screen.findByText('Not the same as above');
    await userEvent.clear(await field('Repeat the fund password'));
    await userEvent.type(await field('Repeat the fund password'), '135790');
    await userEvent.type(await field(/Code sent to/), '123456');
    await press('Set the fund password');
    await waitFor(() => expect(asked.some((call) => call.name === 'user.tardPwdSet')).toBe(true));
    const sent = asked.find((call) => call.name === 'user.tardPwdSet');
    expect(sent?.body['code']).toBe('123456');
    expect(sent?.body['pwd']).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the authenticator', () => {
  it('shows its recovery codes until they are kept', async () => {
    const answers: Parameters<typeof exchange>[0] = {
      'member.getGoogleVerification': {
        bound: false,
        time: null,
        secret: 'ABCDEFGHIJKLMNOP',
        uri: 'otpauth://totp/Vitrine:7?secret=ABCDEFGHIJKLMNOP',
      },
      'member.googleVerificationBinding': { recoveryCodes: ['AAAA-BBBB', 'CCCC-DDDD'] },
    };
    const asked = exchange(answers);
    show(<GooglePage />);
    await screen.findByRole('img', { name: 'QR code for the authenticator app' });
    await screen.findByText('ABCD EFGH IJKL MNOP');
    await userEvent.type(await field('The code the app shows'), '123456');
    answers['user.security'] = { ...security, google: { bound: true, time: now, recoveryLeft: 2 } };
    await press('Bind the authenticator');
    await screen.findByText('CCCC-DDDD');
    expect(asked.find((call) => call.name === 'member.googleVerificationBinding')?.body).toEqual({ code: '123456' });
    const done = await screen.findByRole('button', { name: 'Done' });
    expect(done).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('checkbox'));
    await press('Done');
    await screen.findByRole('button', { name: 'Remove the authenticator' });
    expect(document.body.textContent).not.toContain('CCCC-DDDD');
  });
});

describe('devices', () => {
  const device = (id: string, change: object) => ({
    id,
    name: `Device ${id}`,
    lastTime: now,
    ip: '203.0.113.7',
    current: false,
    trusted: false,
    sessions: 1,
    ...change,
  });
  const log = { records: [], total: 0, size: 15, current: 1 };

  it('ends another device’s sessions after a question; its own is not offered', async () => {
    const asked = exchange({
      'member.getLoginDevice': [
        device('1', { current: true, trusted: true }),
        device('2', {}),
        device('3', { sessions: 0 }),
      ],
      'member.getLoginLog': log,
      'member.deleteDevice': ack,
    });
    show(<DevicePage />);
    await screen.findByText('this device');
    expect(screen.queryByRole('button', { name: 'End the sessions of Device 1' })).toBeNull();
    expect(screen.getByRole('button', { name: 'End the sessions of Device 3' })).toHaveProperty('disabled', true);
    await press('End the sessions of Device 2');
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'End sessions' }));
    await screen.findByText('The sessions are ended');
    expect(asked.filter((call) => call.name === 'member.deleteDevice')).toEqual([
      { name: 'member.deleteDevice', body: { keep: true } },
    ]);
  });

  it('says that no attempt is there, and what becomes one', async () => {
    exchange({ 'member.getLoginDevice': [], 'member.getLoginLog': log });
    show(<DevicePage />);
    await screen.findByText('No sign-in attempt yet');
    await screen.findByText('No device yet');
  });
});

describe('the bank card (§5: bound once)', () => {
  const fill = async () => {
    await userEvent.type(await field('Name on the card'), 'Marion Albers');
    await userEvent.type(await field('ID number'), 'C01X00T47');
    await userEvent.type(await field('Card number'), '4111111111111112');
    await userEvent.type(await field('Bank'), 'Bank of Examples');
  };

  it('shows everything once more before it is sent, and a refusal at its field', async () => {
    const asked = exchange({
      'userBank.getbank': null,
      'userBank.save': refuse(400, 'request.invalid', { cardNumber: 'format' }),
    });
    show(<CardPage />);
    await fill();
    await press('Check and bind');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('4111 1111 1111 1112');
    expect(asked.map((call) => call.name)).not.toContain('userBank.save');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Bind the card' }));
    await screen.findByText('Not in the expected form');
    expect(asked.find((call) => call.name === 'userBank.save')?.body['cardNumber']).toBe('4111111111111112');
    expect((await field('Name on the card')).value).toBe('Marion Albers');
  });
});

describe('API keys (calls §4: the secret is shown once)', () => {
  const key = {
    id: '1',
    name: 'Bot',
    key: 'public-part',
    rights: ['r'],
    ips: [],
    expires: null,
    created: now,
    lastUsed: null,
  };

  it('shows the secret until it is kept, and lists the key without it', async () => {
    const answers: Parameters<typeof exchange>[0] = {
      'member.apis': [],
      'member.api': { ...key, secret: 'the-secret-part' },
    };
    exchange(answers);
    show(<KeyPage />);
    await press('Create an API key');
    await press('Create the key');
    await screen.findByText('Required');
    await userEvent.type(await field('Name'), 'Bot');
    answers['member.apis'] = [key];
    await press('Create the key');
    await screen.findByText('the-secret-part');
    fireEvent.click(screen.getByRole('checkbox'));
    await press('Done');
    await waitFor(() => expect(document.body.textContent).not.toContain('the-secret-part'));
    await screen.findByText('public-part');
  });
});
