// What a campaign's contract does in each case, as `rewards.test.ts` tries one by one and `coverage.test.ts` together.
import { expect } from 'vitest';
import { hashTypedData, type Hex, keccak256, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type Voucher, voucherTypedData } from '../../src/index.ts';
import { ALICE, BOB, CAROL, DAVE, UNIT } from './vault.ts';
import type { Contract, World } from './world.ts';

type Case = (world: World) => Promise<void>;

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`);
/** Chain of the machine in `world.ts`. */
const CHAIN_ID = 1;
const MOST = 50n * UNIT;
const DAY = 86_400n;
const ZERO: Hex = `0x${'0'.repeat(40)}`;

async function campaign(world: World) {
  const token = await world.deploy('PlainToken', [], ALICE);
  const end = world.now + 30n * DAY;
  const rewards = await world.deploy('VitrineRewards', [token.address, signer.address, DAVE, MOST, end], ALICE);
  await world.call(token, 'mint', [rewards.address, 1_000n * UNIT], ALICE);
  return { token, rewards, end };
}

const voucherFor = (world: World, change: Partial<Voucher> = {}): Voucher => ({
  ...{ customer: keccak256(toHex('customer 1')), account: BOB, amount: 10n * UNIT, deadline: world.now + DAY },
  ...change,
});
const signed = (rewards: Contract, voucher: Voucher, by = signer): Promise<Hex> =>
  by.signTypedData(voucherTypedData(voucher, CHAIN_ID, rewards.address));

export const rewardsCases: Readonly<Record<string, Case>> = {
  'pays a voucher to its account, whoever sends it': async (world) => {
    const { token, rewards } = await campaign(world);
    const voucher = voucherFor(world);
    await world.call(rewards, 'claim', [voucher, await signed(rewards, voucher)], CAROL);
    expect(await world.read(token, 'balanceOf', BOB)).toBe(10n * UNIT);
    expect(await world.read(rewards, 'customerPaid', voucher.customer)).toBe(true);
    expect(await world.read(rewards, 'accountPaid', BOB)).toBe(true);
  },

  'pays a voucher once, a customer once and an address once': async (world) => {
    const { rewards } = await campaign(world);
    const voucher = voucherFor(world);
    await world.call(rewards, 'claim', [voucher, await signed(rewards, voucher)], BOB);
    await expect(world.call(rewards, 'claim', [voucher, await signed(rewards, voucher)], BOB)).rejects.toThrow(
      'CustomerPaid',
    );
    const elsewhere = voucherFor(world, { account: CAROL });
    await expect(world.call(rewards, 'claim', [elsewhere, await signed(rewards, elsewhere)], BOB)).rejects.toThrow(
      'CustomerPaid',
    );
    const another = voucherFor(world, { customer: keccak256(toHex('customer 2')) });
    await expect(world.call(rewards, 'claim', [another, await signed(rewards, another)], BOB)).rejects.toThrow(
      'AccountPaid',
    );
  },

  'refuses another signer, a changed voucher, and one of another contract or chain': async (world) => {
    const { rewards } = await campaign(world);
    const second = await campaign(world);
    const voucher = voucherFor(world);
    const wrong: readonly (readonly [Voucher, Hex])[] = [
      [voucher, await signed(rewards, voucher, stranger)],
      [{ ...voucher, amount: voucher.amount + 1n }, await signed(rewards, voucher)],
      [{ ...voucher, account: CAROL }, await signed(rewards, voucher)],
      [{ ...voucher, deadline: voucher.deadline + 1n }, await signed(rewards, voucher)],
      [voucher, await signed(second.rewards, voucher)],
      [voucher, await signer.signTypedData(voucherTypedData(voucher, CHAIN_ID + 1, rewards.address))],
    ];
    for (const [of, signature] of wrong)
      await expect(world.call(rewards, 'claim', [of, signature], BOB)).rejects.toThrow('SignatureInvalid');
    await expect(world.call(rewards, 'claim', [voucher, '0x1234'], BOB)).rejects.toThrow('ECDSAInvalidSignatureLength');
  },

  'refuses the mirrored signature of a voucher': async (world) => {
    const { rewards } = await campaign(world);
    const voucher = voucherFor(world);
    const signature = await signed(rewards, voucher);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0');
    const v = signature.endsWith('1b') ? '1c' : '1b';
    const mirrored: Hex = `0x${signature.slice(2, 66)}${s}${v}`;
    await expect(world.call(rewards, 'claim', [voucher, mirrored], BOB)).rejects.toThrow('ECDSAInvalidSignatureS');
  },

  'refuses a voucher after its deadline, after the end, and above the most': async (world) => {
    const { rewards, end } = await campaign(world);
    const late = voucherFor(world);
    const long = voucherFor(world, { deadline: end + DAY });
    const large = voucherFor(world, { amount: MOST + 1n });
    await expect(world.call(rewards, 'claim', [large, await signed(rewards, large)], BOB)).rejects.toThrow(
      'VoucherTooLarge',
    );
    world.now += DAY + 1n;
    await expect(world.call(rewards, 'claim', [late, await signed(rewards, late)], BOB)).rejects.toThrow(
      'VoucherExpired',
    );
    world.now = end + 1n;
    await expect(world.call(rewards, 'claim', [long, await signed(rewards, long)], BOB)).rejects.toThrow(
      'VoucherExpired',
    );
  },

  'marks nobody as paid when the budget does not suffice': async (world) => {
    const token = await world.deploy('PlainToken', [], ALICE);
    const terms = [token.address, signer.address, DAVE, MOST, world.now + DAY];
    const rewards = await world.deploy('VitrineRewards', terms, ALICE);
    const voucher = voucherFor(world);
    const signature = await signed(rewards, voucher);
    await expect(world.call(rewards, 'claim', [voucher, signature], BOB)).rejects.toThrow('ERC20InsufficientBalance');
    await world.call(token, 'mint', [rewards.address, voucher.amount], ALICE);
    await world.call(rewards, 'claim', [voucher, signature], BOB);
    expect(await world.read(token, 'balanceOf', BOB)).toBe(voucher.amount);
  },

  'gives the rest to the sponsor after the end, and to nobody before': async (world) => {
    const { token, rewards, end } = await campaign(world);
    world.now = end;
    await expect(world.call(rewards, 'reclaim', [], DAVE)).rejects.toThrow('CampaignOpen');
    world.now = end + 1n;
    await world.call(rewards, 'reclaim', [], CAROL);
    expect(await world.read(token, 'balanceOf', DAVE)).toBe(1_000n * UNIT);
  },

  'is not deployed with terms that cannot be': async (world) => {
    const token = await world.deploy('PlainToken', [], ALICE);
    const end = world.now + DAY;
    for (const terms of [
      [token.address, ZERO, DAVE, MOST, end],
      [token.address, signer.address, ZERO, MOST, end],
      [token.address, signer.address, DAVE, 0n, end],
      [token.address, signer.address, DAVE, MOST, world.now],
    ])
      await expect(world.deploy('VitrineRewards', terms, ALICE)).rejects.toThrow('TermsInvalid');
  },

  'is signed as the typed data of the package says': async (world) => {
    const { rewards } = await campaign(world);
    const voucher = voucherFor(world);
    expect(await world.read(rewards, 'digest', voucher)).toBe(
      hashTypedData(voucherTypedData(voucher, CHAIN_ID, rewards.address)),
    );
  },
};
