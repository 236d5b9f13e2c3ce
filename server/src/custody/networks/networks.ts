// The customers' choices: coins with their networks on the exchange's terms, and where a coin is deposited. Only chains
// with a configured node are offered; the bank is always available, manually.

import type { CoinNetwork, NetworkName, RechargeCurrency } from '@vitrine/contract';
import { RAILS } from '@vitrine/core';
import { refuse, refuseField } from '../../api/call/index.ts';
import { coinTitle, decimalText } from '../../api/wire/index.ts';
import { CONFIRMATIONS } from '../chain/index.ts';
import type { CoreFunds, LedgerAsset, RailTerms } from '../exchange/index.ts';
import type { Addresses, Networks, Treasury } from '../types/index.ts';
import { type Chain, type ChainCoin, CHAINS } from '../rail/index.ts';

const BANK = 'bank';
/** Decimals of fee rates, which are in millionths. */
const RATE_DECIMALS = 6;

export interface NetworkOptions {
  readonly chains: readonly Chain[];
  readonly funds: Pick<CoreFunds, 'terms' | 'allTerms' | 'asset' | 'assetNamed'>;
  readonly treasury: Pick<Treasury, 'halted'>;
  readonly addresses: Pick<Addresses, 'of'>;
}

/** A coin on one of our chains, with the exchange's terms. */
interface Offer {
  readonly chain: Chain;
  readonly on: ChainCoin;
  readonly terms: RailTerms;
}

/** Networks by the current terms; nothing is cached. */
export function createNetworks({ chains, funds, treasury, addresses }: NetworkOptions): Networks {
  /** A coin's first network is the default. */
  const ordered = CHAINS.flatMap((name) => chains.find((chain) => chain.name === name) ?? []);

  function offersOf({ asset, code }: LedgerAsset): readonly Offer[] {
    return ordered.flatMap((chain) => {
      const on = chain.coins.find(({ coin }) => coin === code);
      const terms = funds.terms(chain.rail, asset);
      return on === undefined || terms === undefined ? [] : [{ chain, on, terms }];
    });
  }

  /** The common part of both kinds of network. */
  function termsOf(network: NetworkName, { code, scale }: LedgerAsset, terms: RailTerms) {
    const halt = treasury.halted(network, code);
    const text = (atoms: number) => decimalText(atoms, scale);
    return {
      ...{ network, min: text(terms.minDeposit), withdrawMin: text(terms.minWithdrawal), step: text(terms.step) },
      ...{ fee: text(terms.fee), feeRate: decimalText(terms.feeRate, RATE_DECIMALS) },
      open: { deposit: terms.deposits, withdrawal: terms.withdrawals && halt === undefined },
      halted: halt?.reason ?? null,
    };
  }

  function networksOf(asset: LedgerAsset): CoinNetwork[] {
    const found = offersOf(asset).map(({ chain, on, terms }): CoinNetwork => ({
      ...termsOf(chain.name, asset, terms),
      ...{ rail: 'chain', confirmations: CONFIRMATIONS, blockTime: chain.blockTime },
      code: on.contract ?? chain.code,
    }));
    const bank = funds.terms(RAILS.bank, asset.asset);
    if (bank !== undefined)
      found.push({ ...termsOf(BANK, asset, bank), rail: 'manual', confirmations: 0, blockTime: null, code: null });
    return found;
  }

  return {
    list() {
      const listed = [...new Set(funds.allTerms().map(({ asset }) => asset))].toSorted((a, b) => a - b);
      return listed.flatMap((number): RechargeCurrency[] => {
        const asset = funds.asset(number);
        const networks = asset === undefined ? [] : networksOf(asset);
        return asset === undefined || networks.length === 0
          ? []
          : [{ coin: asset.code, name: coinTitle(asset.code), networks }];
      });
    },

    async depositAddress(customer, coin, network) {
      const asset = funds.assetNamed(coin);
      const offers = asset === undefined ? [] : offersOf(asset);
      const manual = asset !== undefined && funds.terms(RAILS.bank, asset.asset) !== undefined;
      if (asset === undefined || (offers.length === 0 && !manual)) throw refuse('coin.unknown', { coin });
      // A bank deposit has no separate address.
      const offer =
        network === undefined
          ? (offers.find(({ terms }) => terms.deposits) ?? offers[0])
          : offers.find(({ chain }) => chain.name === network);
      if (offer === undefined) throw refuseField('network', network === undefined ? 'required' : 'range');
      const { chain, terms } = offer;
      if (!terms.deposits) throw refuse('deposit.closed', { coin });
      const address = await addresses.of(customer, chain.name);
      return {
        ...{ coin, network: chain.name, address, memo: null, uri: chain.codec.uri(coin, address) },
        ...{ min: decimalText(terms.minDeposit, asset.scale), confirmations: CONFIRMATIONS },
      };
    },
  };
}
