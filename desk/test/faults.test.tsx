// Faults of the desk's page (issue 16, part A): the operator hears of each kind once, scrubbed; an outdated page loads itself once.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFault, NoAnswer } from '../src/api/index.ts';
import { MAX_REPORTS, sendFaults } from '../src/app/report.ts';
import { ErrorPage } from '../src/page/index.ts';

let sent: { readonly url: string; readonly init: RequestInit | undefined }[] = [];
let stop: () => void = () => undefined;

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    sent.push({ url, init });
    return new Response('<html></html>', { status: 200 });
  });
});
afterEach(() => {
  stop();
  stop = () => undefined;
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const fails = (error: unknown) => dispatchEvent(Object.assign(new Event('error'), { error }));

describe('a fault that nobody handles', () => {
  it('is sent once a kind, a few a visit, scrubbed and without the desk’s cookie', () => {
    stop = sendFaults();
    fails(new Error('no row for ann@example.com'));
    fails(new Error('no row for ann@example.com'));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.init).toMatchObject({ method: 'POST', credentials: 'omit' });
    expect(JSON.stringify(sent[0]?.init?.body)).toContain('desk');
    expect(JSON.stringify(sent[0]?.init?.body)).not.toContain('ann@example.com');
    for (const kind of 'abcdefgh') fails(new RangeError(`of kind ${kind}`));
    expect(sent).toHaveLength(MAX_REPORTS);
  });

  it('is none where the desk refused, the line was cut, or the page is outdated', () => {
    stop = sendFaults();
    for (const ordinary of [
      new ApiFault(403, 'No.', { key: 'request.forbidden', args: {} }),
      new NoAnswer('none'),
      new DOMException('gone', 'AbortError'),
      new TypeError('Failed to fetch'),
      new TypeError('error loading dynamically imported module: /static/a.js'),
    ])
      fails(ordinary);
    expect(sent).toEqual([]);
  });
});

describe('a page that failed', () => {
  const stale = new TypeError('Failed to fetch dynamically imported module: /static/a.js');
  const show = (error: Error) =>
    render(
      <I18nProvider i18n={i18n}>
        <ErrorPage error={error} />
      </I18nProvider>,
    );

  it('loads itself anew once when a newer build took its parts away, and is shown when that did not help', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    const first = show(stale);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    first.unmount();
    const asked = sent.length;
    const { getByRole } = show(stale);
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(asked));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(getByRole('alert').textContent).toMatch(/\S/);
  });

  it('stays where the fault is its own', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    show(new Error('expected a row'));
    expect(sent).toEqual([]);
    expect(reload).not.toHaveBeenCalled();
  });
});
