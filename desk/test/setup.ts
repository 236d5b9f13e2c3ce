// A clean page after each test.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Only a test that fails waits so long.
configure({ asyncUtilTimeout: 60_000 });
afterEach(cleanup);
