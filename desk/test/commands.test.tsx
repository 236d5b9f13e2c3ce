// Which part of the page answers a key, at the very moment that another part goes.
import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { act, cleanup, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useCommands } from '../src/keys/index.ts';

it('a form that an answer has closed leaves the next key to the page (§8 masked fields)', async () => {
  const answers: string[] = [];
  let ask = (_asking: boolean): void => undefined;

  function Form(): ReactNode {
    useCommands({ cancel: () => answers.push('form') });
    return <p>form</p>;
  }

  function Page(): ReactNode {
    const [asking, setAsking] = useState(false);
    ask = (to) => startTransition(() => setAsking(to));
    useCommands({ cancel: () => answers.push('page') });
    // The key comes when the form has left the document, before the browser had time for anything else.
    useLayoutEffect(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    }, [asking]);
    return asking ? <Form /> : <p>page</p>;
  }

  render(<Page />);
  await act(async () => ask(true));
  answers.length = 0;
  await act(async () => ask(false));
  expect(answers).toEqual(['page']);
  cleanup();
});
