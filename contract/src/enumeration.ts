// Closed lists of the wire format, with the contract's numbers and words. Unknown values of a newer server show as "–".

export {
  CATEGORY as PLATE,
  CONTRACT_DIRECTION,
  MARKET_TYPE,
  ORDER_STATUS,
  ORDER_TYPE,
  POSITION_SIDE,
  SECOND_DIRECTION,
  SECOND_RESULT,
  SECOND_STATUS,
  SIDE as SPOT_DIRECTION,
  TPSL as GUARD_KIND,
} from '@vitrine/core/enum';

/** Default of both path prefixes of all calls. */
export const DEFAULT_PREFIX = 'v1';

export const TIME_IN_FORCE = ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const;
export const TRIGGER_BY = ['mark', 'last'] as const;
export const SELF_TRADE = ['taker', 'maker', 'both'] as const;
/** By their numbers in the core, from 1. */
export const CANCEL_REASON = [
  'user',
  'all',
  'gone',
  'expired',
  'selfTrade',
  'band',
  'margin',
  'liquidation',
  'closed',
  'delisted',
  'frozen',
  'void',
  'sweep',
  'ended',
] as const;
export const ACCOUNT = ['spot', 'all', 'fixed'] as const;
export const CONTRACT_TYPE = ['u', 'coin'] as const;
export type ContractType = (typeof CONTRACT_TYPE)[number];
/** Cross, isolated: by their numbers in the core, from 1. */
export const MARGIN_MODE = ['all', 'fixed'] as const;
export type MarginMode = (typeof MARGIN_MODE)[number];
/** State of a take-profit or stop-loss order: waiting, triggered, cancelled (also when its position closes). */
export const GUARD_STATUS = ['waiting', 'triggered', 'cancelled'] as const;
/** Steps of a position's history. Append only: the views store their indexes. */
export const POSITION_STEP = [
  'open',
  'increase',
  'reduce',
  'close',
  'margin',
  'leverage',
  'funding',
  'ordersCancelled',
  'netted',
  'cut',
  'deleveraged',
  'waiting',
  'counterparty',
  'realised',
  'crossed',
  'sold',
  'takenOver',
  'waitsForOrders',
] as const;
export const BORROW_STATUS = ['done', 'repaid', 'liquidated'] as const;
/** Steps of a margin wallet's liquidation, by their numbers in the core, from 1; a margin call comes before them. */
export const MARGIN_STEP = ['call', 'began', 'sold', 'repaid', 'over', 'waits'] as const;
/** State of a claim on a merchant's bond: notice period or waiting for a decision; then its result. */
export const BOND_CLAIM_STATE = ['notice', 'paid', 'refused', 'lapsed'] as const;
export type BondClaimState = (typeof BOND_CLAIM_STATE)[number];

/** Price reached from below or above; own fill; funding rate reached; distance to liquidation reached. */
export const ALERT_KIND = ['above', 'below', 'fill', 'funding', 'liquidation'] as const;
export type AlertKind = (typeof ALERT_KIND)[number];
/** On the page, or by e-mail. */
export const ALERT_CHANNEL = ['page', 'mail'] as const;
export type AlertChannel = (typeof ALERT_CHANNEL)[number];
export const ALERT_STATE = ['on', 'fired', 'off'] as const;
export type AlertState = (typeof ALERT_STATE)[number];
/** Status of a deposit or withdrawal: the specification's three; the stages are between them. */
export const FUNDS_STATUS = { underReview: 0, passed: 1, failed: 2 } as const;
/** `doubted`: credited, but its block was replaced; nothing is reversed until the chain has settled. */
export const RECHARGE_STAGE = [
  'seen',
  'confirming',
  'review',
  'credited',
  'belowMinimum',
  'doubted',
  'refused',
  'reversed',
] as const;
export type RechargeStage = (typeof RECHARGE_STAGE)[number];
export const WITHDRAWAL_STAGE = [
  'review',
  'approved',
  'signed',
  'broadcast',
  'confirmed',
  'refused',
  'failed',
  'cancelled',
] as const;
export type WithdrawalStage = (typeof WITHDRAWAL_STAGE)[number];
/** Why a withdrawal is skipped while others are paid. In the core's order, from 1 on. */
export const TURN_ASIDE = ['allowance', 'locked', 'closed', 'tooLarge'] as const;
export type TurnAside = (typeof TURN_ASIDE)[number];
/** Networks of coins, each a rail: the practice chain, two public chains, and the bank and cash desk (screenshots). */
export const NETWORKS = ['practice', 'ethereum', 'bitcoin', 'bank'] as const;
export type NetworkName = (typeof NETWORKS)[number];
/** Why a manual deposit or a withdrawal was refused; the page translates it. */
export const FUNDS_REASON = ['unreadable', 'amount', 'notArrived', 'known', 'name', 'risk', 'halted', 'other'] as const;
export type FundsReason = (typeof FUNDS_REASON)[number];
/** Why withdrawals are locked. */
export const WITHDRAWAL_LOCK = ['frozen', 'credential', 'reversal', 'doubt', 'loan', 'fundPassword'] as const;
export type WithdrawalLockKind = (typeof WITHDRAWAL_LOCK)[number];
/** Why an address cannot be paid to. */
export const ADDRESS_FAULT = ['format', 'checksum', 'network', 'own'] as const;
export type AddressFault = (typeof ADDRESS_FAULT)[number];
export const WALLET = {
  total: '0',
  spot: '1',
  uContract: '2',
  coinContract: '3',
  crossMargin: '4',
  isolatedMargin: '5',
  second: '6',
  finance: '7',
  merchant: '8',
} as const;
/** What holds money in a wallet. */
export const HELD_BY = ['order', 'position', 'second', 'withdrawal', 'swap', 'stake', 'loan', 'deal'] as const;
/** States of a swap: waiting for its index, executed, or refused with its amount returned. */
export const SWAP_STATE = ['waiting', 'done', 'refused'] as const;
export const WALLET_TYPES = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;
export const COIN_TYPE = { crypto: 1, stockIndex: 2, other: 3 } as const;
export const COIN_MARKET = ['vitrine', 'mt5', 'metal'] as const;
export const CUSTOMIZE_SHOW_SYMBOL = 2;
/** First plate number of coin groups. */
export const FIRST_GROUP_PLATE = 11;
/** How candles from before the exchange opened were made. */
export const CANDLE_ORIGIN = ['simulated', 'replayed'] as const;
export const PRICE_STATE = ['valid', 'aging', 'stale', 'closed'] as const;
/** Append only: the views store their indexes. */
export const BILL_KIND = [
  'trade',
  'fee',
  'rebate',
  'funding',
  'liquidation',
  'transfer',
  'swap',
  'deposit',
  'withdrawal',
  'borrow',
  'repay',
  'interest',
  'second',
  'stake',
  'finance',
  'loan',
  'otc',
  'reward',
  'practice',
  'correction',
] as const;
/** Causes of a bill line (`userCoin/detail`): the kinds above unless a more precise one is listed here. */
export const BILL_CAUSE = [
  ...BILL_KIND,
  'agentShare',
  'deleverage',
  'positionMargin',
  'marginLiquidation',
  'reversal',
  'secondSettled',
  'secondVoid',
  'otcBond',
  'otcOffer',
] as const;
export type BillCauseKind = (typeof BILL_CAUSE)[number];
/** Facts about a cause. Those with a coin are amounts; those of `BILL_FACT_WORDS` have one of its words. */
export const BILL_FACT = [
  'address',
  'amount',
  'averagePrice',
  'bond',
  'by',
  'campaign',
  'closePrice',
  'confirmations',
  'contracts',
  'day',
  'direction',
  'equity',
  'fee',
  'feeRate',
  'fills',
  'fromWallet',
  'fundingRate',
  'gave',
  'gaveIndex',
  'generation',
  'hourlyRate',
  'insurance',
  'interest',
  'label',
  'left',
  'level',
  'leverage',
  'liquidationPrice',
  'maintenance',
  'margin',
  'mark',
  'market',
  'network',
  'odds',
  'ofCommand',
  'openPrice',
  'orderNo',
  'owed',
  'paid',
  'penalty',
  'price',
  'principal',
  'profit',
  'promised',
  'quantity',
  'received',
  'receivedIndex',
  'repaid',
  'result',
  'reversed',
  'role',
  'seconds',
  'stake',
  'state',
  'step',
  'toWallet',
  'txid',
  'value',
  'yield',
] as const;
export type BillFact = (typeof BILL_FACT)[number];
/** Words of facts; wallets are types as text, networks are those of `NETWORKS`, `market` is a symbol's name. */
export const BILL_FACT_WORDS = {
  direction: ['buy', 'sell', 'openLong', 'openShort', 'closeLong', 'closeShort', 'up', 'down'],
  role: ['maker', 'taker', 'both', 'buyer', 'seller'],
  by: ['customer', 'liquidation'],
  result: ['won', 'lost', 'tied'],
  state: [
    ...(['credited', 'belowMinimum', 'reversed'] as const),
    ...(['toPay', 'paid', 'released', 'cancelled', 'appealed'] as const),
  ],
  step: [
    ...(['ordersCancelled', 'netted', 'cut', 'deleveraged', 'waits', 'takenOver'] as const),
    ...(['call', 'began', 'sold', 'repaid', 'over'] as const),
    ...(['applied', 'paidOut', 'failed', 'interest', 'debited', 'missed', 'collected'] as const),
  ],
} as const;
export const CODE_PURPOSE = {
  register: 1,
  login: 2,
  reset: 3,
  bind: 4,
  change: 5,
  withdraw: 6,
  fundPassword: 7,
  apiKey: 8,
} as const;
export const LOGIN_TYPE = { account: 1, email: 2, phone: 3 } as const;
/** Proofs of identity: an authenticator's code, a recovery code, a passkey, a code sent, the password. */
export const FACTOR_METHOD = ['totp', 'recovery', 'passkey', 'email', 'phone', 'password'] as const;
export type FactorMethod = (typeof FACTOR_METHOD)[number];
export const LOGIN_RESULT = ['done', 'password', 'code', 'factor', 'locked'] as const;
/** Purpose of an upload. */
export const UPLOAD_PURPOSE = ['kyc', 'recharge', 'loan', 'chat', 'avatar'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSE)[number];
export const DOCUMENT_TYPE = { identityCard: 1, passport: 2, driversLicence: 3 } as const;
/** The refusable fields of a verification, by stage. */
export const KYC_FIELDS = {
  1: ['name', 'country', 'documentType', 'documentNo'],
  2: ['front', 'back', 'handheld'],
} as const;
/** Why a field was refused; the page translates it. */
export const KYC_REASON = [
  'unreadable',
  'mismatch',
  'expired',
  'incomplete',
  'wrongDocument',
  'notOwn',
  'other',
] as const;
export type KycReason = (typeof KYC_REASON)[number];
export const API_RIGHTS = ['r', 't', 'w'] as const;
/** Payment methods: 1 the bank card, 2 another account. */
export const PAYMENT_TYPE = { card: 1, other: 2 } as const;
/** State of a forgotten fund password case: open, approved by two people, refused, withdrawn. */
export const FUND_CASE_STATE = ['open', 'passed', 'refused', 'withdrawn'] as const;
/** State of an appeal against an account link: open, link ended, refused, withdrawn. */
export const LINK_APPEAL_STATE = ['open', 'granted', 'refused', 'withdrawn'] as const;
export const KYC_STATE = { none: 0, underReview: 1, passed: 2, failed: 3 } as const;
export const MERCHANT = { no: 0, applied: 1, merchant: 2, suspended: 3 } as const;
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export type Interval = (typeof INTERVALS)[number];
/** Type of contract rows in the list of all markets; favourites leave them out. */
export const CONTRACT_ROW = 'hy';
export const USER_STATUS = { normal: 1, frozen: 2, signedOut: 3 } as const;
export const LOCK_KIND = ['frozen', 'withdrawal', 'login'] as const;
/** Kinds of articles. */
export const ARTICLE_KIND = ['notice', 'help', 'hot', 'terms', 'rule', 'paper'] as const;
/**
 * States of an article's version. `scheduled`: published at its time; `replaced`: by a later version; `withdrawn`: taken off the page.
 */
export const CONTENT_STATE = ['draft', 'scheduled', 'published', 'replaced', 'withdrawn'] as const;
export type ContentState = (typeof CONTENT_STATE)[number];
export type ArticleKind = (typeof ARTICLE_KIND)[number];

/** The 16 languages of the client. */
export const LANGUAGES = [
  'en',
  'ja',
  'ko',
  'zh',
  'pt',
  'vi',
  'th',
  'es',
  'fr',
  'ru',
  'de',
  'it',
  'tw',
  'hi',
  'id',
  'tl-PH',
] as const;
export type Language = (typeof LANGUAGES)[number];
