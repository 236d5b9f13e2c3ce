// What of an address reaches a page: only what its route reads (spec §2).
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { expect, test } from 'vitest';
import { safeBack } from '../../src/guard/index.ts';
import { router as site } from '../../src/app/router.ts';

/** What a page at `/page` gets of an address. */
async function reaches(read: (search: Readonly<Record<string, unknown>>) => object, query: string): Promise<object> {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/page', validateSearch: strictSearch(read) });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [`/page?${query}`] }),
  });
  await router.load();
  const search: unknown = router.state.matches.at(-1)?.search;
  return typeof search === 'object' && search !== null ? search : {};
}

test('a key that is left out does not reach the page as the address has it', async () => {
  const read = ({ key }: Readonly<Record<string, unknown>>) => (key === 'fees' ? { key } : {});
  expect(await reaches(read, 'key=fees&other=1')).toEqual({ key: 'fees', other: undefined });
  expect(await reaches(read, 'key=foo')).toEqual({ key: undefined });
});

test.each(['https://evil.example/x', 'javascript:alert(1)', '//evil.example', '/\\evil.example', '/user/login'])(
  'the way back after the login is never %s',
  async (back) => {
    const read = (search: Readonly<Record<string, unknown>>) => {
      const safe = safeBack(search['back']);
      return safe === undefined ? {} : { back: safe };
    };
    expect(await reaches(read, new URLSearchParams({ back }).toString())).toEqual({ back: undefined });
  },
);

test('every route that reads its address takes nothing else from it', () => {
  const reading = Object.values(site.routesById).filter(({ options }) => 'validateSearch' in options);
  expect(reading.length).toBeGreaterThan(15);
  for (const route of reading) {
    const read: unknown = route.options.validateSearch;
    if (typeof read !== 'function') throw new Error(`expected a function at ${route.id}`);
    const kept: unknown = Reflect.apply(read, undefined, [{ foreign: 'x', back: 'javascript:alert(1)' }]);
    expect(kept, route.id).toMatchObject({ foreign: undefined, back: undefined });
    expect(Object.keys(kept as object), route.id).toEqual(expect.arrayContaining(['foreign', 'back']));
  }
});
