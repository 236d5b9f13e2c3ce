// The five minutes of the README, as it says them: by the page in its own words, and by the program.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/server.ts';
import { sendOrder } from '../support/terminal.ts';
import { expect, test } from '../support/test.ts';
import { freshName, password } from '../support/visitor.ts';

test('README: the first trade on the page', { tag: '@desktop' }, async ({ page, exchange }) => {
  await page.goto(exchange.url);
  await page.getByRole('link', { name: 'Register', exact: true }).first().click();
  const form = page.getByRole('main');
  await form.getByLabel('User name').last().fill(freshName());
  await form.getByLabel('New password').fill(password);
  await form.getByLabel('Repeat the password').fill(password);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Register', exact: true }).click();
  await page.waitForURL('**/home/index');
  await page.getByRole('button', { name: 'Get practice money', exact: true }).click();
  await expect(page.getByText('Practice money is in your spot wallet')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Trade', exact: true }).click();
  const ticket = page.getByRole('form', { name: 'Order form' }).last();
  await ticket.getByText('Market', { exact: true }).click();
  await ticket.getByLabel('Amount').first().fill('0.01');
  await sendOrder(page, ticket.getByRole('button', { name: 'Buy 0.01000 BTC' }));
  await page
    .getByRole('tab', { name: /^Trades/ })
    .last()
    .click();
  await expect(page.getByRole('table').last()).toContainText('0.01000');
});

test('README: the first trade by the API', { tag: '@desktop' }, async ({ exchange }) => {
  const program = join(root, 'docs/start/first-trade.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, exchange.url], {
    env: { NO_COLOR: '1' },
  });
  expect(stdout).toMatch(/Created API key vk\w+\.\nOrder: \{ id: '\d+', status: \d, seq: \d+ \}\nBTC: \[/);
});
