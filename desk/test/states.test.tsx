// What stands where data is not, or is old: loading, failed, empty, from when; and a decision's reason before its button.
import { useState, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { FormatProvider, ThemeProvider } from '@vitrine/ui';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { enterSession, NoAnswer, oldAfter } from '../src/api/index.ts';
import { CaseList, OldNote, Step, type StepProps } from '../src/case/index.ts';
import { Names, RefusedBy } from '../src/proposal/index.ts';
import { me, proposal } from './world.ts';

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  enterSession(me());
});

function show(children: ReactNode): void {
  cleanup();
  render(
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
    </I18nProvider>,
  );
}

type Fake = Partial<UseQueryResult<{ records: { id: string }[]; total: number; size: number; current: number }>>;

function list(query: Fake): ReactNode {
  return (
    <CaseList<{ readonly id: string }>
      query={{ isError: false, isPaused: false, dataUpdatedAt: Date.now(), error: null, ...query } as never}
      current={undefined}
      path="/proposals"
      search={{}}
      heads={['a', 'b', 'c']}
      cells={() => ['', '', '']}
      empty="Nothing waits"
      emptyWords="It will appear here"
      onPage={() => undefined}
    />
  );
}

describe('a queue says in which state it is (look §7)', () => {
  const none = { records: [], total: 0, size: 50, current: 1 };

  it('loading, empty', () => {
    show(list({ data: undefined }));
    expect(screen.getByLabelText('Loading')).toBeDefined();
    show(list({ data: none }));
    expect(screen.getByText('Nothing waits')).toBeDefined();
  });

  it('failed, with the way to try again', () => {
    const refetch = vi.fn();
    show(list({ data: undefined, isError: true, error: new NoAnswer('x'), refetch } as never));
    expect(screen.getByRole('alert').textContent).toContain('No response from the desk');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('old, from when, only once it is', () => {
    const note = (age: number, isError: boolean): ReactNode => (
      <OldNote query={{ isError, isPaused: false, dataUpdatedAt: Date.now() - age } as never} />
    );
    show(note(oldAfter + 1_000, true));
    expect(screen.getByRole('status').textContent).toContain('the desk does not respond');
    show(note(oldAfter + 1_000, false));
    expect(screen.queryByRole('status')).toBeNull();
    show(note(1_000, true));
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('a step of a decision', () => {
  const step = (change: Partial<StepProps>): StepProps => ({
    title: 'Refuse?',
    act: 'Refuse it',
    why: 'It is done',
    busy: false,
    error: null,
    onSend: () => undefined,
    onLeave: () => undefined,
    ...change,
  });

  it('sends nothing while something is missing, and says what', () => {
    const onSend = vi.fn();
    show(
      <Step {...step({ onSend, missing: 'Not yet: a reason', reason: { value: '', onChange: () => undefined } })} />,
    );
    expect(screen.getByText('Not yet: a reason')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Refuse it' }));
    fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Enter', ctrlKey: true, bubbles: true });
    expect(onSend).not.toHaveBeenCalled();
  });

  it('begins in its first field, is sent by Ctrl Enter and left by Esc from there', () => {
    const onSend = vi.fn();
    const onLeave = vi.fn();
    show(<Step {...step({ onSend, onLeave, reason: { value: 'Because', onChange: () => undefined } })} />);
    const field = screen.getByLabelText('Reason');
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    expect(onSend).toHaveBeenCalledOnce();
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it('is not sent twice while it is under way, and tells a refusal', () => {
    const onSend = vi.fn();
    show(<Step {...step({ onSend, busy: true, error: new NoAnswer('x') })} />);
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toContain('No response from the desk');
  });

  it('is locked while it is under way, and gives the focus back after it', () => {
    const onLeave = vi.fn();
    const reason = { value: 'Because', onChange: () => undefined };
    function Sender() {
      const [busy, setBusy] = useState(false);
      return (
        <>
          <Step {...step({ onLeave, reason, busy, onSend: () => setBusy(true) })} />
          <button type="button" onClick={() => setBusy(false)}>
            Answered
          </button>
        </>
      );
    }
    show(<Sender />);
    const field = screen.getByLabelText('Reason');
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    expect(field.matches('fieldset:disabled *')).toBe(true);
    // A browser takes the focus from a locked field.
    field.blur();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onLeave).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('Answered'));
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(onLeave).toHaveBeenCalledOnce();
  });
});

describe('under a decision', () => {
  it('stand both names, or that the second is waited for', () => {
    show(<Names proposal={proposal({ by: { id: '1', name: 'Ada' } })} />);
    expect(screen.getByRole('list').textContent).toContain('waits for another person');
    const second = { id: '2', name: 'Grace' };
    show(<Names proposal={proposal({ state: 'done', second, decided: 5, by: { id: '1', name: 'Ada' } })} />);
    expect(screen.getByRole('list').textContent).toMatch(/Ada.*Approved.*Grace.*you/);
    show(<Names proposal={proposal({ state: 'lapsed' })} />);
    expect(screen.getByRole('list').textContent).toContain('no decision in time');
  });

  it('of one person: whose it was', () => {
    show(<RefusedBy person={{ id: '1', name: 'Ada' }} at={5} />);
    expect(screen.getByRole('list').textContent).toContain('Ada');
    show(<RefusedBy person={null} at={null} />);
    expect(screen.queryByRole('list')).toBeNull();
  });
});
