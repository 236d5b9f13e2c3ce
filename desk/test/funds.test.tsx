// The pages for money: what a decision lacks, what may be decided at a stage, in which order coins are worked, and that
// facts stand before buttons.
import type { ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { asDecimal, DESK_ROLES, FUNDS_REASON, WITHDRAWAL_WAIT, type DeskRole } from '@vitrine/contract';
import { FormatProvider, ThemeProvider } from '@vitrine/ui';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterSession, queryClient } from '../src/api/index.ts';
import { DepositDecision } from '../src/features/deposits/decision.tsx';
import { creditInput, creditLack, differs, emptyCredit } from '../src/features/deposits/draft.ts';
import { RailDecision } from '../src/features/treasury/decision.tsx';
import { actsOf, amountFits, hotState, inWorkingOrder, railId, readDepth } from '../src/features/treasury/rules.ts';
import { UnrecordedOrders } from '../src/features/treasury/unrecorded.tsx';
import { Rescan } from '../src/features/treasury/rescan.tsx';
import { readTreasurySearch } from '../src/features/treasury/search.ts';
import { WithdrawalDecision } from '../src/features/withdrawals/decision.tsx';
import { RowFlags } from '../src/features/withdrawals/open-case.tsx';
import { openTo, reachedAt } from '../src/features/withdrawals/rules.ts';
import { withdrawalWaitWords } from '../src/words/index.ts';
import { changedSince, depositReasons, refusalInput, refusalLack, withdrawalReasons } from '../src/funds/index.ts';
import { deposit, me, proposal, reserve, withdrawal } from './world.ts';

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  enterSession(me({ roles: ['reviewer', 'treasurer', 'risk'] }));
});

const PROOF = { kind: 'reverted', txid: 'ab'.repeat(32), height: 7, depth: 101, needed: 101 } as const;

describe('crediting a deposit (§8)', () => {
  const whole = { amount: '99.50', reference: ' FT-1 ', reason: ' seen ' };

  it('takes what the bank shows: an amount above zero, a reference, a reason, in this order', () => {
    expect(creditLack(emptyCredit)).toBe('amount');
    for (const amount of ['0', '0.00', '-5', '.', '1e3']) expect(creditLack({ ...whole, amount })).toBe('amount');
    for (const reference of ['', '  ', 'x'.repeat(65)]) expect(creditLack({ ...whole, reference })).toBe('reference');
    expect(creditLack({ ...whole, reason: ' ' })).toBe('reason');
    expect(creditInput('3', whole)).toEqual({ id: '3', amount: '99.50', reference: 'FT-1', reason: 'seen' });
    expect(creditInput('3', emptyCredit)).toBeUndefined();
  });

  it('says when the bank shows another amount than the customer', () => {
    expect(differs('100.00', '100')).toBe(false);
    expect(differs('100.00', '99.99')).toBe(true);
    expect(differs('100.00', '')).toBe(false);
  });

  it('notices that somebody decided since the case was opened', () => {
    const open = deposit();
    expect(changedSince(undefined, open)).toBe(false);
    expect(changedSince(deposit(), open)).toBe(false);
    expect(changedSince(deposit({ stage: 'refused' }), open)).toBe(true);
    expect(changedSince(deposit({}, { proposal: proposal({ id: '9' }) }), open)).toBe(true);
  });
});

describe('a refusal', () => {
  it('names a reason of the closed list; “something else” takes a note', () => {
    expect(refusalLack({ why: undefined, note: 'x' })).toBe('why');
    expect(refusalLack({ why: 'other', note: ' ' })).toBe('note');
    expect(refusalInput('4', { why: 'other', note: ' late ' })).toEqual({ id: '4', why: 'other', note: 'late' });
    expect(refusalInput('4', { why: 'risk', note: '' })).toEqual({ id: '4', why: 'risk', note: null });
    expect(refusalInput('4', { why: 'other', note: '' })).toBeUndefined();
    for (const why of [...depositReasons, ...withdrawalReasons]) expect(FUNDS_REASON).toContain(why);
  });
});

describe('a withdrawal at its stage (§8)', () => {
  it('is decided by the role that its stage takes, and by nobody once it is signed', () => {
    const of = (stage: Parameters<typeof withdrawal>[0], ...roles: DeskRole[]) => openTo(withdrawal(stage), roles);
    expect(of({ stage: 'review' }, 'reviewer')).toBe('review');
    expect(of({ stage: 'review' }, 'treasurer')).toBe('watch');
    expect(of({ stage: 'approved', network: 'bank' }, 'treasurer')).toBe('pay');
    expect(of({ stage: 'approved', network: 'bank' }, 'reviewer')).toBe('watch');
    for (const stage of ['signed', 'broadcast', 'confirmed', 'refused', 'failed', 'cancelled'] as const)
      expect(of({ stage }, ...DESK_ROLES)).toBe('past');
    expect(of({ stage: 'approved' }, 'treasurer')).toBe('past');
    // Issue 14, 4: unless its chain proves that it is never paid.
    expect(openTo(withdrawal({ stage: 'broadcast' }, { proof: PROOF }), ['reviewer'])).toBe('stuck');
  });

  it('knows when a stage was reached', () => {
    const { record } = withdrawal({ steps: [{ stage: 'approved', time: 7 }] });
    expect(reachedAt(record, 'approved')).toBe(7);
    expect(reachedAt(record, 'signed')).toBeUndefined();
  });
});

describe('the treasury (§8)', () => {
  const halted = { reason: 'short', by: null, since: 1, proposal: null };

  it('works first what is halted, then what is short, then a low hot wallet', () => {
    const list = [
      reserve({ coin: 'A' }),
      reserve({ coin: 'B', hot: asDecimal('19.99') }),
      reserve({ coin: 'C', state: 'short' }),
      reserve({ coin: 'D', halted }),
    ];
    expect(inWorkingOrder(list).map((one) => one.coin)).toEqual(['D', 'C', 'B', 'A']);
    expect(list.map((one) => hotState(one))).toEqual(['good', 'low', 'good', 'good']);
    expect(hotState(reserve({ hot: asDecimal('100.01') }))).toBe('full');
    expect(hotState(reserve({ state: 'unknown' }))).toBeUndefined();
    expect(hotState(reserve({ network: 'bank' }))).toBeUndefined();
  });

  it('lets halt what is open, resume what is halted and not proposed yet, top up what has a chain', () => {
    expect(actsOf(reserve(), ['treasurer'])).toEqual({ halt: true, resume: false, topUp: true });
    expect(actsOf(reserve({ halted }), ['risk'])).toEqual({ halt: false, resume: true, topUp: false });
    const proposed = { ...halted, proposal: proposal({ kind: 'rail.resume' }) };
    expect(actsOf(reserve({ halted: proposed }), ['risk'])).toEqual({ halt: false, resume: false, topUp: false });
    expect(actsOf(reserve({ network: 'bank' }), ['treasurer'])).toEqual({ halt: true, resume: false, topUp: false });
    expect(actsOf(reserve(), ['auditor'])).toEqual({ halt: false, resume: false, topUp: false });
    expect(railId(reserve())).toBe('practice-USDT');
  });

  it('takes whole depths up to the most, and amounts above zero', () => {
    expect(readDepth('12', 100)).toBe(12);
    for (const text of ['0', '', '101', '1.5', '-1', '01', '1e2']) expect(readDepth(text, 100), text).toBeUndefined();
    expect([amountFits('0.1'), amountFits('0'), amountFits(''), amountFits('-1')]).toEqual([true, false, false, false]);
  });

  it('reads its address and drops what does not belong there', () => {
    expect(readTreasurySearch({ case: 'practice-USDT', network: 'bitcoin', page: 2 })).toEqual({
      ...{ case: 'practice-USDT', network: 'bitcoin', page: 2 },
    });
    expect(readTreasurySearch({ case: '../x', network: 'moon', page: -1, other: 1 })).toEqual({});
  });
});

describe('a decision’s panel', () => {
  const sent: { readonly url: string; readonly body: unknown }[] = [];
  let answer: () => object;

  beforeEach(() => {
    sent.length = 0;
    vi.stubGlobal('fetch', async (url: string, init: { readonly body: string }) => {
      sent.push({ url, body: JSON.parse(init.body) });
      const data = answer();
      const code = 'fields' in data ? 400 : 200;
      return new Response(JSON.stringify({ code, msg: 'x', data }), { status: code });
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  function show(children: ReactNode): void {
    render(
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>
          <ThemeProvider name="theme-daytime" env="test">
            <FormatProvider
              value={{
                tag: 'en',
                time: { offset: 0, format: 'YYYY/MM/DD' },
                currency: { code: 'USDT', symbol: 'USDT' },
                now: Date.now,
              }}
            >
              {children}
            </FormatProvider>
          </ThemeProvider>
        </I18nProvider>
      </QueryClientProvider>,
    );
  }
  const nothing = (): void => undefined;
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
  const write = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it('credits nothing until amount, reference and reason are there; a used reference is shown at its field', async () => {
    show(<DepositDecision one={deposit()} onDone={nothing} onChanged={nothing} />);
    press(/^Credit it/);
    expect(screen.getByText('Not yet: the amount that arrived')).toBeDefined();
    press('Propose to credit it');
    write(/Amount that arrived/, '99.5');
    expect(screen.getByText(/The amount differs from what the customer reported/)).toBeDefined();
    write(/Reference of the bank/, 'FT-1');
    write(/^Reason/, 'seen');
    expect(sent).toEqual([]);
    answer = () => ({ key: 'request.invalid', args: {}, fields: { reference: 'range' } });
    press('Propose to credit it');
    await waitFor(() => expect(screen.getByText('This reference was used before')).toBeDefined());
    expect(sent[0]?.body).toEqual({ id: '3', amount: '99.5', reference: 'FT-1', reason: 'seen' });
  });

  it('approves a small withdrawal at once, and proposes a large one', async () => {
    const done = vi.fn();
    answer = () => ({ time: 1, proposal: null });
    show(<WithdrawalDecision one={withdrawal()} onDone={done} onChanged={nothing} />);
    expect(screen.getByText('Below the threshold one person decides.')).toBeDefined();
    press(/^Approve/);
    write(/^Reason/, 'as always');
    press('Approve');
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent[0]?.body).toEqual({ id: '4', reason: 'as always' });
    cleanup();
    show(<WithdrawalDecision one={withdrawal({}, { persons: true })} onDone={done} onChanged={nothing} />);
    press(/^Approve/);
    expect(screen.getByRole('button', { name: 'Propose to approve it' })).toBeDefined();
    write(/^Reason/, 'called back');
    expect(screen.getByText('Another person must approve. Nothing is sent until then.')).toBeDefined();
  });

  it('lists each signature without a record with the state of its case, and shows nothing while there are none', async () => {
    answer = () => ({ records: [], total: 0, current: 1, size: 20 });
    show(<UnrecordedOrders />);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByText('Signatures without a record')).toBeNull();
    const one = {
      network: 'practice',
      coin: 'USDT',
      amount: asDecimal('5'),
      units: '5000000',
      to: 'vtp1outside',
      signed: 7,
    };
    const records = [
      { ...one, id: 'withdrawal:13', amount: null, units: '1234567', open: true },
      { ...one, id: 'withdrawal:12', open: true },
      { ...one, id: 'sweep:3', open: false },
    ];
    answer = () => ({ records, total: 3, current: 1, size: 20 });
    await queryClient.refetchQueries();
    await waitFor(() => expect(screen.getByText('withdrawal:12')).toBeDefined());
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.find((text) => text.includes('withdrawal:12'))).toContain('Case open');
    expect(rows.find((text) => text.includes('withdrawal:13'))).toContain('1,234,567 least units of USDT');
    expect(rows.find((text) => text.includes('sweep:3'))).toContain('Case closed');
  });

  it('the network whose blocks are read again is a labelled choice, and the chosen one is asked', async () => {
    const chain = (network: 'practice' | 'ethereum') => ({ network }) as Parameters<typeof Rescan>[0]['chains'][number];
    answer = () => ({ found: [], read: 3, unchecked: 0 });
    show(<Rescan chains={[chain('practice'), chain('ethereum')]} />);
    const group = screen.getByRole('radiogroup', { name: 'Network' });
    const radio = (name: string) => within(group).getByRole<HTMLInputElement>('radio', { name });
    expect([radio('Practice chain').checked, radio('Ethereum').checked]).toEqual([true, false]);
    fireEvent.click(radio('Ethereum'));
    expect([radio('Practice chain').checked, radio('Ethereum').checked]).toEqual([false, true]);
    write(/^From block/, '5');
    write(/^To block/, '7');
    press('Read the blocks');
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ network: 'ethereum', from: 5, to: 7 }));
  });

  it('issue 14: a row says why an approved withdrawal waits, each reason in words, and nothing if it does not', () => {
    const one = (waits: (typeof WITHDRAWAL_WAIT)[number] | null) => withdrawal({ stage: 'approved' }, { waits });
    for (const wait of WITHDRAWAL_WAIT) {
      show(<RowFlags one={one(wait)} />);
      expect(screen.getByText(withdrawalWaitWords[wait].message ?? '')).toBeDefined();
      cleanup();
    }
    show(<RowFlags one={one(null)} />);
    expect(document.body.textContent).toBe('');
  });

  it('shows a decided one with who decided, and offers nothing', () => {
    const record = { stage: 'signed', steps: [{ stage: 'approved', time: 5 }] } as const;
    const by = { id: '1', name: 'Ada' };
    show(
      <WithdrawalDecision one={withdrawal(record as never, { approvedBy: by })} onDone={nothing} onChanged={nothing} />,
    );
    expect(screen.getByText('Ada')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('proposes that a card’s payment came back, with what the customer and the second person read', async () => {
    const done = vi.fn();
    answer = () => proposal({ kind: 'withdrawal.returned' });
    show(
      <WithdrawalDecision
        one={withdrawal({ stage: 'approved', network: 'bank', cancellable: false })}
        onDone={done}
        onChanged={nothing}
      />,
    );
    press(/^It was returned/);
    press('Propose that it was returned');
    expect(sent, 'a reason is missing').toEqual([]);
    fireEvent.change(screen.getByLabelText(/^Why it is rejected/), { target: { value: 'name' } });
    write(/^Reason/, 'the statement of this morning');
    press('Propose that it was returned');
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent[0]?.body).toEqual({ id: '4', why: 'name', note: null, reason: 'the statement of this morning' });
  });

  it('issue 14, 4: shows why a payment never comes, and proposes to pay it again or to let it fail', async () => {
    const done = vi.fn();
    const stuck = (depth: number) => withdrawal({ stage: 'broadcast' }, { proof: { ...PROOF, depth } });
    show(<WithdrawalDecision one={stuck(100)} onDone={done} onChanged={nothing} />);
    expect(screen.getByText('Its recipient refused it')).toBeDefined();
    expect(screen.queryByTestId('begin-approve'), 'not deep enough').toBeNull();
    expect(screen.queryByText(/Our key signed this transaction/)).toBeNull();
    cleanup();
    const foreign = { ...PROOF, kind: 'foreign' } as const;
    show(
      <WithdrawalDecision
        one={withdrawal({ stage: 'broadcast' }, { proof: foreign })}
        onDone={done}
        onChanged={nothing}
      />,
    );
    expect(screen.getByText(/Our key signed this transaction/)).toBeDefined();
    expect(screen.getByText('A transaction that custody did not make replaced it')).toBeDefined();
    cleanup();
    answer = () => proposal({ kind: 'withdrawal.replan' });
    show(<WithdrawalDecision one={stuck(101)} onDone={done} onChanged={nothing} />);
    press(/^Pay it again/);
    press('Propose to pay it again');
    expect(sent, 'a reason is missing').toEqual([]);
    write(/^Reason/, 'the contract was mended');
    press('Propose to pay it again');
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent[0]).toMatchObject({ body: { id: '4', reason: 'the contract was mended' } });
    cleanup();
    answer = () => proposal({ kind: 'withdrawal.failProven' });
    show(<WithdrawalDecision one={stuck(101)} onDone={done} onChanged={nothing} />);
    press(/^Let it fail/);
    fireEvent.change(screen.getByLabelText(/^Why it is rejected/), { target: { value: 'risk' } });
    write(/^Reason/, 'the contract refuses ether');
    press('Propose that it fails');
    await waitFor(() => expect(done).toHaveBeenCalledTimes(2));
    expect(sent[1]).toMatchObject({ body: { id: '4', why: 'risk', note: null } });
    cleanup();
    enterSession(me({ roles: ['reviewer'] }));
    show(<WithdrawalDecision one={stuck(101)} onDone={done} onChanged={nothing} />);
    expect(screen.queryByTestId('begin-approve')).toBeNull();
    enterSession(me({ roles: ['reviewer', 'treasurer', 'risk'] }));
  });

  it('halts a coin with a reason, at once', async () => {
    answer = () => ({ time: 1 });
    show(<RailDecision one={reserve()} />);
    press(/^Halt withdrawals/);
    press('Halt withdrawals');
    expect(sent).toEqual([]);
    write(/^Reason/, 'the node lies');
    press('Halt withdrawals');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ body: { coin: 'USDT', network: 'practice', reason: 'the node lies' } });
  });
});
