// Addresses of the help centre (spec §2): groups go to their first child, unknown paths home.
import { expect, it } from 'vitest';
import { wayOf } from '../../src/features/article/way.ts';

it('§2 /article/main has an index, categories, sections and contents', () => {
  expect(wayOf('main/index')).toEqual({ page: 'centre' });
  expect(wayOf('main/categories/3')).toEqual({ page: 'topic', id: '3' });
  expect(wayOf('main/sections/4')).toEqual({ page: 'topic', id: '4' });
  expect(wayOf('main/content/help/12')).toEqual({ page: 'article', kind: 'help', id: '12' });
});

it('§2 a group’s path goes to its first child, an unknown one to the home page', () => {
  for (const path of ['', '/', 'main', 'main/'])
    expect(wayOf(path), path).toEqual({ page: 'elsewhere', to: 'main/index' });
  for (const path of [
    'other',
    'main/other',
    'main/index/1',
    'main/categories',
    'main/content/help',
    'main/content/help/1/2',
  ])
    expect(wayOf(path), path).toEqual({ page: 'elsewhere', to: undefined });
});
