// Which parts of the frame a path shows (§2, layout rules).

export interface Layout {
  readonly topBar: boolean;
  readonly footer: boolean;
  readonly bottomBar: boolean;
}

const bare = ['/user/login', '/user/register', '/user/reset'];
const withoutFooter = ['/pledge/', '/finance/detail', '/trade', '/exchange/'];

/** Top bar gone on login, register and reset; footer gone there, on staking, trade and exchange; the terminal takes the bottom bar's place. */
export function layoutOf(pathname: string): Layout {
  const login = bare.some((path) => pathname.startsWith(path));
  const userPage = pathname.startsWith('/user/') && pathname !== '/user/index';
  return {
    topBar: !login,
    footer: !userPage && !withoutFooter.some((path) => pathname.startsWith(path)),
    bottomBar: !login && !pathname.startsWith('/exchange/'),
  };
}
