// A button keeps the focus while it is busy, and takes it back while it has nothing to do.
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from '../src/index.ts';
import { show } from './helpers.tsx';

it('that goes busy or off under the focus keeps it, takes it back, and takes no press', () => {
  const sent = vi.fn();
  function Ticket() {
    const [busy, setBusy] = useState(false);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent();
          setBusy(true);
        }}
      >
        <Button type="submit" busy={busy}>
          Buy
        </Button>
      </form>
    );
  }
  show(<Ticket />);
  const buy = screen.getByRole<HTMLButtonElement>('button', { name: 'Buy' });
  buy.focus();
  fireEvent.click(buy);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(buy);
  expect([buy.disabled, buy.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  fireEvent.click(buy);
  expect(sent).toHaveBeenCalledTimes(1);
  buy.blur();
  buy.focus();
  expect(document.activeElement).toBe(buy);
});

it('that is off from the start is disabled', () => {
  const press = vi.fn();
  show(
    <Button disabled onClick={press}>
      Sell
    </Button>,
  );
  const sell = screen.getByRole<HTMLButtonElement>('button', { name: 'Sell' });
  expect(sell.disabled).toBe(true);
  fireEvent.click(sell);
  expect(press).not.toHaveBeenCalled();
});
