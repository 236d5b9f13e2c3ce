// Tests of this package that need a process of their own each.
import { defineConfig } from 'vitest/config';
import config, { ALONE } from './vitest.config.ts';

export default defineConfig({
  ...config,
  test: { ...config.test, name: 'web-alone', include: ALONE, exclude: [], isolate: true },
});
