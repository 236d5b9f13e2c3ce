// What every test of a page starts from: no network, and a clean page after each test.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Only a test that fails waits so long.
configure({ asyncUtilTimeout: 60_000 });
afterEach(cleanup);

/** happy-dom would send requests to this machine. A test that expects one stubs `fetch`. */
globalThis.fetch = (input) => {
  const address = input instanceof Request ? input.url : input.toString();
  return Promise.reject(new TypeError(`Expected the test to answer its requests, got ${address}.`));
};
