// The verification page: refused fields and photos again, uploads, what was typed stays.

import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { KycPage } from '../../src/features/account-centre/index.ts';
import { exchange, now, refuse, show, stage } from './render-page.tsx';
import { field, press, says, usePage } from './pages-kit.tsx';

usePage();

describe('verification', () => {
  const countries = [{ code: 'DE', name: 'Germany', areaCode: '49', imgUrl: null }];

  it('asks a failed stage 1 again only for what was refused, with reason and note', async () => {
    const asked = exchange({
      'user.getCountryCode': countries,
      'member.getMemberOtherData': {
        stages: [
          stage(1, {
            state: 3,
            fields: { name: 'M*** A***', country: 'DE', documentType: '2', documentNo: '***T47' },
            refused: [{ field: 'documentNo', reason: 'unreadable', note: 'the last two letters' }],
          }),
          stage(2),
        ],
      },
      'member.verified': { stages: [stage(1, { state: 1, sent: now }), stage(2)] },
    });
    show(<KycPage stage={1} />);
    await screen.findByText('Not readable: the last two letters');
    await screen.findByText('Germany');
    expect(screen.queryByLabelText('Name')).toBeNull();
    await userEvent.type(await field('Document number'), 'C01X00T47');
    await press('Send again');
    await waitFor(() =>
      expect(asked.find((call) => call.name === 'member.verified')?.body).toEqual({
        stage: 1,
        documentNo: 'C01X00T47',
      }),
    );
  });

  it('keeps what was typed when the sending fails', async () => {
    exchange({
      'user.getCountryCode': countries,
      'member.getMemberOtherData': { stages: [stage(1), stage(2)] },
      'member.verified': refuse(503, 'server.notTaking'),
    });
    show(<KycPage stage={1} />);
    await userEvent.type(await field('Name'), 'Marion Albers');
    const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country that issued the document' });
    await waitFor(() => expect(country.disabled).toBe(false));
    await userEvent.click(country);
    await userEvent.keyboard('germ{Enter}');
    await userEvent.type(await field('Document number'), 'C01X00T47');
    await press('Send for review');
    await screen.findByRole('alert');
    expect((await field('Name')).value).toBe('Marion Albers');
    expect((await field('Document number')).value).toBe('C01X00T47');
    expect(country.value).toBe('Germany');
  });

  it('asks a failed stage 2 again only for the photo that was refused', async () => {
    exchange({
      'user.getCountryCode': countries,
      'member.getMemberOtherData': {
        stages: [
          stage(1, { state: 2, fields: { documentType: '1' } }),
          stage(2, { state: 3, refused: [{ field: 'handheld', reason: 'mismatch', note: null }] }),
        ],
      },
    });
    show(<KycPage stage={2} />);
    await screen.findByText('Does not match the rest');
    expect(await field('You, holding the document')).toBeTruthy();
    expect(screen.queryByLabelText('Front of the document')).toBeNull();
  });

  it('does not send a picture that is too large or no picture, and says so', async () => {
    exchange({
      'user.getCountryCode': countries,
      'member.getMemberOtherData': { stages: [stage(1, { state: 2, decided: now }), stage(2)] },
    });
    show(<KycPage stage={2} />);
    const front = await field('Front of the document');
    fireEvent.change(front, { target: { files: [new File(['x'], 'a.pdf', { type: 'application/pdf' })] } });
    await screen.findByText('Not sent: only JPEG, PNG and WebP are taken');
    expect(await screen.findByRole('button', { name: 'Send for review' })).toHaveProperty('disabled', true);
    expect(document.body.textContent).toContain('Not yet: “Front of the document” is missing.');
  });

  it.each([
    [stage(2, { state: 1, sent: now }), /Sent 11\/21\/2026 10:00:00/],
    [stage(2, { state: 2, decided: now }), /Passed 11\/21\/2026 10:00:00/],
  ])('shows a stage %# as it stands, without a form', async (second, words) => {
    exchange({
      'user.getCountryCode': countries,
      'member.getMemberOtherData': { stages: [stage(1, { state: 2 }), second] },
    });
    show(<KycPage stage={2} />);
    await says(words);
    expect(screen.queryByRole('button', { name: 'Send for review' })).toBeNull();
  });
});
