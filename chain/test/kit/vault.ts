// A vault over a token, with accounts that have money and have approved it.
import { account, type Contract, type World } from './world.ts';

export const UNIT = 10n ** 18n;
/** Virtual shares for each least unit of the asset. */
export const SHARES = 10n ** 6n;
export const [ALICE, BOB, CAROL, DAVE] = [account(1), account(2), account(3), account(4)];
export const PEOPLE = [ALICE, BOB, CAROL, DAVE];
/** What each account has at the beginning, least units. */
export const FUNDS = 1_000_000n * UNIT;
export const PERIOD = 604_800n;

export interface VaultWorld {
  readonly world: World;
  readonly token: Contract;
  readonly vault: Contract;
}

export async function vaultWorld(world: World, kind = 'PlainToken'): Promise<VaultWorld> {
  const token = await world.deploy(kind, [], ALICE);
  const vault = await world.deploy('VitrineVault', [token.address, 'Vitrine vault', 'vPLN'], ALICE);
  for (const person of PEOPLE) {
    await world.call(token, 'mint', [person, FUNDS], person);
    await world.call(token, 'approve', [vault.address, 2n ** 256n - 1n], person);
  }
  return { world, token, vault };
}
