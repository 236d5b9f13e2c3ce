// What every component test needs: matchMedia, which happy-dom leaves to us, and a clean page after each test.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);
