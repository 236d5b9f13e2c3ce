// A part whose code cannot be fetched is missing alone, and comes when the line is back.
import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { latePart } from '../src/index.ts';

let tries = 0;
let fault: Error | undefined;
const Whole = ({ word }: { readonly word: string }) => <p data-testid="part">{word}</p>;

const late = () =>
  latePart(async () => {
    tries += 1;
    if (fault) throw fault;
    return Whole;
  });

const cut = () => new TypeError('Failed to fetch dynamically imported module: https://x.test/static/dialog-1.js');

beforeEach(() => {
  tries = 0;
  fault = cut();
});

test('what cannot be fetched is missing; it is fetched again when the line is back', async () => {
  const Part = late();
  const onMissing = vi.fn();
  await act(async () => {
    render(<Part of={{ word: 'here' }} missing={<p data-testid="missing" />} onMissing={onMissing} />);
  });
  expect(screen.getByTestId('missing')).toBeTruthy();
  expect(onMissing).toHaveBeenCalledTimes(1);
  expect(Part.isHere()).toBe(false);
  fault = undefined;
  await act(async () => {
    dispatchEvent(new Event('online'));
  });
  expect(screen.getByTestId('part').textContent).toBe('here');
  expect(tries).toBe(2);
});

test('and when it is wanted anew; then it is there at once', async () => {
  const Part = late();
  const first = render(<Part of={{ word: 'first' }} />);
  await act(async () => undefined);
  first.unmount();
  fault = undefined;
  render(<Part of={{ word: 'here' }} />);
  await act(async () => undefined);
  expect(screen.getByTestId('part').textContent).toBe('here');
  expect(tries).toBe(2);
});

class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <p data-testid="failed" /> : this.props.children;
  }
}

test('a fault of its own is passed to the boundary around it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fault = new Error('planted');
  const Part = late();
  await act(async () => {
    render(
      <Boundary>
        <Part of={{ word: 'here' }} />
      </Boundary>,
    );
  });
  expect(screen.getByTestId('failed')).toBeTruthy();
});
