// The wallet on a node of Ethereum: dollars that arrive are counted block by block and credited; a withdrawal is paid once.

import { setUp } from '../../support/desk.ts';
import { DOLLAR, type Ethereum, ETHER } from '../../support/evm.ts';
import { type Exchange, FINAL } from '../../support/exchange.ts';
import {
  atDesk,
  availableOf,
  CHAIN_WAIT,
  chooseNetwork,
  counted,
  depositOf,
  depositsOf,
  fundsCustomer,
  inStage,
  sendWithdrawal,
  setFundPin,
  toAmount,
  verify,
  withdrawalsOf,
  withdrawalIn,
} from '../../support/funds.ts';
import { field } from '../../support/parts.ts';
import { expect, test } from '../../support/test.ts';

test.use({ own: 'wallet-evm', evm: true });

/** For its own look at what the chain did, ms: a withdrawal done twice would be sent by then. */
const AFTERWARDS = 5_000;

function nodeOf({ ethereum }: Exchange): Ethereum {
  if (ethereum === undefined) throw new Error('expected an exchange with a node of Ethereum');
  return ethereum;
}

// One chain, whose blocks one journey counts: on the desktop.
test(
  '§8 dollars on Ethereum: seen, counted to 12 and credited without a reload',
  { tag: '@desktop' },
  async ({ page, exchange }) => {
    const ethereum = nodeOf(exchange);
    const customer = await fundsCustomer(page, exchange.url);
    await page.goto(`${exchange.url}/assets/index?key=recharge&coin=USDT`);
    await chooseNetwork(page, 'ethereum');
    const answer = await page.request.get(`${exchange.url}/api/v1/coin/assets/getDepositAddress/USDT?network=ethereum`);
    const { data } = (await answer.json()) as { data: { address: string } };
    await expect(page.getByText(data.address, { exact: true }).first()).toBeAttached();
    await page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''));

    const mine = depositOf(page, '60.00 USDT');
    const txid = await ethereum.payDollars('outside', data.address, 60n * DOLLAR);
    let mined = 0;
    for (const height of [1, 6, FINAL - 1]) {
      await ethereum.mine(height - mined);
      mined = height;
      await expect(counted(mine, height)).toBeVisible({ timeout: CHAIN_WAIT });
    }
    // Eleven are not twelve.
    expect(await availableOf(customer, 'USDT')).toBe(10_000);
    await ethereum.mine();
    await expect(inStage(mine, 'credited')).toBeVisible({ timeout: CHAIN_WAIT });
    await expect(page.locator('html[data-stayed]')).toHaveCount(1);
    expect(await depositsOf(customer)).toMatchObject([{ stage: 'credited', confirmations: FINAL, txid }]);
    expect(await availableOf(customer, 'USDT')).toBe(10_060);
  },
);

test(
  '§8 a withdrawal of dollars over Ethereum by the rules: paid once on the chain, shown with its transaction',
  { tag: '@desktop' },
  async ({ page, exchange, browser }) => {
    const ethereum = nodeOf(exchange);
    const customer = await fundsCustomer(page, exchange.url);
    const ada = await browser.newPage();
    const grace = await browser.newPage();
    const { next } = await setUp(ada, exchange.clock, exchange.setupLink(), 'Ada Brook');
    await setUp(grace, exchange.clock, next ?? '', 'Grace Moss');
    await verify(customer, 1, { url: exchange.deskUrl, clock: exchange.clock, first: ada, second: grace });
    await setFundPin(customer);

    // The desk says what the cold wallet is to send, and to where; its keeper does so.
    const topUp = await atDesk<{ to: string; unsigned: string | null }>(ada, exchange.deskUrl, 'treasury/topUp', {
      ...{ coin: 'USDT', network: 'ethereum', amount: '1000', reason: 'The hot wallet is empty' },
    });
    await ethereum.payDollars('cold', topUp.to, 1_000n * DOLLAR);
    await ethereum.payEther(topUp.to, ETHER);
    await ethereum.mine(FINAL);

    const to = ethereum.outsider(1);
    await page.goto(`${exchange.url}/assets/index?key=withdraw&coin=USDT`);
    await chooseNetwork(page, 'ethereum');
    await field(page, 'address').fill(to);
    await toAmount(page, '40');
    await sendWithdrawal(page);
    await expect(withdrawalIn(page, 'under way')).toBeVisible();

    const stage = async () => (await withdrawalsOf(customer))[0]?.stage;
    await expect.poll(stage, { timeout: CHAIN_WAIT }).toBe('broadcast');
    const txid = (await withdrawalsOf(customer))[0]?.txid ?? 'none';
    const main = page.getByRole('main');
    await ethereum.mine();
    await expect(counted(main, 1)).toBeVisible({ timeout: CHAIN_WAIT });
    expect(await ethereum.dollarsTo(to)).toEqual([{ txid, units: 40n * DOLLAR }]);
    await ethereum.mine(FINAL - 1);
    await expect(withdrawalIn(page, 'arrived')).toBeVisible({
      timeout: CHAIN_WAIT,
    });
    await expect(inStage(main, 'confirmed').first()).toBeVisible();
    await expect(main.getByTitle(txid)).toBeVisible();

    // It is done for good: nothing more leaves, on the chain or in the ledger.
    await page.waitForTimeout(AFTERWARDS);
    await ethereum.mine(2);
    expect(await ethereum.dollarsTo(to)).toEqual([{ txid, units: 40n * DOLLAR }]);
    expect(await ethereum.sentBy(topUp.to)).toBe(1);
    expect(await withdrawalsOf(customer)).toMatchObject([
      { stage: 'confirmed', amount: expect.stringMatching(/^40(\.0+)?$/) },
    ]);
    // 40 and the fee of 3.
    expect(await availableOf(customer, 'USDT')).toBe(9_957);
    await ada.close();
    await grace.close();
  },
);
