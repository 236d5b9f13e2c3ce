// Tests of this room that need a process of their own each.
import { defineConfig } from 'vitest/config';
import room, { ALONE } from './vitest.config.ts';

export default defineConfig({
  ...room,
  test: { ...room.test, name: 'desk-alone', include: ALONE, exclude: [], isolate: true },
});
