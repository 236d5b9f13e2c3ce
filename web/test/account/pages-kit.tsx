// What several tests of the account's pages share.

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { clearToasts } from '@vitrine/ui';
import { endSession } from '../../src/api/index.ts';

export const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name);
export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

/** Waits until the page as a whole says it; times are elements of their own, which splits a sentence. */
export const says = (words: string | RegExp) => waitFor(() => expect(document.body.textContent).toMatch(words));

/** A fresh page before each test. */
export function usePage(): void {
  beforeEach(() => {
    localStorage.clear();
    clearToasts();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    endSession();
  });
}
