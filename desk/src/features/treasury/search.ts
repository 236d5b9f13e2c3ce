// The search parameters of the treasury: the open coin on a network, the network of the transactions, the page. Pure.
import { NETWORKS, type NetworkName } from '@vitrine/contract';

export interface TreasurySearch {
  /** For example `practice-USDT`. */
  readonly case?: string;
  readonly network?: NetworkName;
  readonly page?: number;
}

const most = 10_000;

/** Parses the search parameters; ignores invalid values. */
export function readTreasurySearch(search: Readonly<Record<string, unknown>>): TreasurySearch {
  const rail = search['case'];
  const network = NETWORKS.find((one) => one === search['network']);
  const page = Number(search['page']);
  return {
    ...(typeof rail === 'string' && /^[a-z]{1,16}-[0-9A-Za-z]{1,10}$/.test(rail) ? { case: rail } : {}),
    ...(network === undefined ? {} : { network }),
    ...(Number.isInteger(page) && page > 1 && page <= most ? { page } : {}),
  };
}
