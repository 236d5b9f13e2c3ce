// A browser as the edge sees one: it keeps cookies, sends them back, and names itself.

import { hashPassword } from '@vitrine/contract';
import type { ExchangeEdge, Person } from './exchange-edge.ts';
import { type Json, ORIGIN } from './harness.ts';

/** The password that `registerIn` and `login` use. */
export const passwordOf = (name: string) => hashPassword(`${name}-Pass1`);

/** Keeps its cookies and the anti-forgery value of its session. */
export class Browser {
  readonly world: ExchangeEdge;
  readonly jar = new Map<string, string>();
  satoken = '';

  constructor(world: ExchangeEdge) {
    this.world = world;
  }

  async call(url: string, body?: object): Promise<{ status: number; code: number; data: Json; text: string }> {
    const answer = await this.world.app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: {
        origin: ORIGIN,
        satoken: this.satoken,
        cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') this.jar.delete(name);
      else this.jar.set(name, value);
    }
    const read = answer.json();
    if (typeof read.data?.satoken === 'string') this.satoken = read.data.satoken;
    return { status: answer.statusCode, code: read.code, data: read.data, text: answer.body };
  }

  login(name: string) {
    return this.call('/api/user/login', { type: 1, account: name, password: passwordOf(name) });
  }

  /** As other tests speak of who is signed in. */
  get person(): Person {
    return { cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join('; '), satoken: this.satoken };
  }
}

/** Makes an account in a browser. */
export async function registerIn(browser: Browser, name: string): Promise<Browser> {
  const person = await browser.world.register(name);
  for (const one of person.cookie.split('; ')) {
    const [cookie = '', value = ''] = one.split('=');
    browser.jar.set(cookie, value);
  }
  browser.satoken = person.satoken;
  return browser;
}
