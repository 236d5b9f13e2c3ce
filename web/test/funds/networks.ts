// Networks for tests of deposits and withdrawals.
import { asDecimal, type CoinNetwork } from '@vitrine/contract';

export function chain(change: Partial<CoinNetwork> = {}): CoinNetwork {
  return {
    network: 'practice',
    rail: 'chain',
    min: asDecimal('0.000001'),
    confirmations: 12,
    blockTime: 5_000,
    fee: asDecimal('1.000000'),
    feeRate: asDecimal('0'),
    withdrawMin: asDecimal('10.000000'),
    step: asDecimal('0.000001'),
    open: { deposit: true, withdrawal: true },
    halted: null,
    code: null,
    ...change,
  };
}

export function bank(change: Partial<CoinNetwork> = {}): CoinNetwork {
  return chain({
    network: 'bank',
    rail: 'manual',
    min: asDecimal('10.00'),
    confirmations: 0,
    blockTime: null,
    fee: asDecimal('5.00'),
    feeRate: asDecimal('0.005'),
    withdrawMin: asDecimal('50.00'),
    step: asDecimal('0.01'),
    ...change,
  });
}
