// Which parts of the frame a path shows (§2, layout rules).

export interface Layout {
  readonly topBar: boolean;
  readonly footer: boolean;
  readonly bottomBar: boolean;
}

const bare = ['/user/login', '/user/register', '/user/reset'];
const fullScreen = ['/exchange/full-screen/', '/exchange/full-contract/'];
const withoutFooter = ['/pledge/', '/finance/detail', '/trade', '/exchange/'];

/**
 * No top bar on login, register and reset, and in the full-screen exchange, which has its own navigation. No footer
 * there, on staking, trade and exchange. The terminal replaces the bottom bar.
 */
export function layoutOf(pathname: string): Layout {
  const login = bare.some((path) => pathname.startsWith(path));
  const userPage = pathname.startsWith('/user/') && pathname !== '/user/index';
  return {
    topBar: !login && !fullScreen.some((path) => pathname.startsWith(path)),
    footer: !userPage && !withoutFooter.some((path) => pathname.startsWith(path)),
    bottomBar: !login && !pathname.startsWith('/exchange/'),
  };
}
