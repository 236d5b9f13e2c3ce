// The terms that hints explain, each with its title, one sentence and the rules it follows from. Loaded on demand.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Term } from './term.ts';

/** A section of the rules or of the rates, where the term is explained in full. */
export type RuleAnchor = `/rule/index?key=${string}#rule-${string}` | `/rate/index#rule-${string}`;

export interface TermEntry {
  readonly title: MessageDescriptor;
  readonly text: MessageDescriptor;
  readonly link: RuleAnchor;
}

export const terms: Readonly<Record<Term, TermEntry>> = {
  index: {
    title: msg({ message: 'Index', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The median of several independent price sources, so that one bad source cannot move it.',
      comment: 'Hint: what Index means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-mark',
  },
  mark: {
    title: msg({ message: 'Mark price', context: 'fact', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'A fair price made of the index and the order book. Unrealised PnL and funding use it.',
      comment: 'Hint: what Mark price means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-mark',
  },
  last: {
    title: msg({ message: 'Last price', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The price of the newest trade in this market.',
      comment: 'Hint: what Last price means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-book',
  },
  spread: {
    title: msg({ message: 'Spread', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The gap between the best price to buy at and the best price to sell at.',
      comment: 'Hint: what Spread means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-book',
  },
  tick: {
    title: msg({ message: 'Tick', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'One numbered index price. Anyone can check it later.',
      comment: 'Hint: what Tick means, one or two short sentences',
    }),
    link: '/rule/index?key=options#rule-settle',
  },
  orderBook: {
    title: msg({ message: 'Order book', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'All limit orders that are waiting, sorted by price.',
      comment: 'Hint: what Order book means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-book',
  },
  volume: {
    title: msg({ message: 'Volume', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'How much was traded in the last 24 hours.',
      comment: 'Hint: what Volume means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-markets',
  },
  turnover: {
    title: msg({ message: 'Turnover', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The value of all trades of the last 24 hours.',
      comment: 'Hint: what Turnover means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-markets',
  },
  openInterest: {
    title: msg({ message: 'Open interest', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'All contracts that are open now, counted on one side.',
      comment: 'Hint: what Open interest means, one or two short sentences',
    }),
    link: '/rate/index#rule-funding',
  },
  funding: {
    title: msg({ message: 'Funding', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'A payment between longs and shorts that keeps the contract near its index.',
      comment: 'Hint: what Funding means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-funding',
  },
  fundingLimit: {
    title: msg({ message: 'Funding limit', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The highest funding rate possible, and how often funding is paid.',
      comment: 'Hint: what Funding limit means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-funding',
  },
  limitOrder: {
    title: msg({ message: 'Limit order', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Trades at your price or better, and waits in the order book until then.',
      comment: 'Hint: what Limit order means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-book',
  },
  marketOrder: {
    title: msg({ message: 'Market order', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Trades at once at the best prices available. A bound keeps it from trading far away from them.',
      comment: 'Hint: what Market order means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-limits',
  },
  stopOrder: {
    title: msg({ message: 'Stop order', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Waits until the price reaches your trigger; only then is the order placed.',
      comment: 'Hint: what Stop order means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-stops',
  },
  takeProfit: {
    title: msg({ message: 'Take profit', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Closes the position by itself when the price reaches your profit target.',
      comment: 'Hint: what Take profit means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-stops',
  },
  stopLoss: {
    title: msg({ message: 'Stop loss', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Closes the position by itself when the price reaches your loss limit.',
      comment: 'Hint: what Stop loss means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-stops',
  },
  trigger: {
    title: msg({ message: 'Trigger price', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The price that activates a waiting order.',
      comment: 'Hint: what Trigger price means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-stops',
  },
  postOnly: {
    title: msg({ message: 'Post only', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The order may only join the order book. If it would trade at once, it is rejected.',
      comment: 'Hint: what Post only means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-book',
  },
  reduceOnly: {
    title: msg({ message: 'Reduce only', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The order can make a position smaller, but never open or enlarge one.',
      comment: 'Hint: what Reduce only means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-closing',
  },
  gtc: {
    title: msg({ message: 'Good till cancelled', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The order stays open until it is filled or you cancel it.',
      comment: 'Hint: what Good till cancelled means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-book',
  },
  ioc: {
    title: msg({ message: 'Immediate or cancel', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'What can trade at once is filled; the rest is cancelled.',
      comment: 'Hint: what Immediate or cancel means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-book',
  },
  fok: {
    title: msg({ message: 'Fill or kill (FOK)', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The whole order trades at once, or nothing of it does.',
      comment: 'Hint: what Fill or kill (FOK) means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-book',
  },
  maker: {
    title: msg({ message: 'Maker', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Your order was waiting in the order book when it traded.',
      comment: 'Hint: what Maker means, one or two short sentences',
    }),
    link: '/rate/index#rule-fees',
  },
  taker: {
    title: msg({ message: 'Taker', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Your order traded at once against an order that was waiting.',
      comment: 'Hint: what Taker means, one or two short sentences',
    }),
    link: '/rate/index#rule-fees',
  },
  fee: {
    title: msg({ message: 'Fee', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'What the exchange charges for a trade. It falls with your trading volume.',
      comment: 'Hint: what Fee means, one or two short sentences',
    }),
    link: '/rate/index#rule-fees',
  },
  averagePrice: {
    title: msg({ message: 'Average price', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The value of all fills divided by their amount.',
      comment: 'Hint: what Average price means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-book',
  },
  reserved: {
    title: msg({ message: 'Reserved', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Money that an open order keeps ready. It is available again when the order ends.',
      comment: 'Hint: what Reserved means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-book',
  },
  lot: {
    title: msg({ message: 'Amount step', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The smallest step by which an amount can change.',
      comment: 'Hint: what Amount step means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-markets',
  },
  priceBand: {
    title: msg({ message: 'Price protection', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Orders far away from the index are rejected. This catches typing errors.',
      comment: 'Hint: what Price protection means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-limits',
  },
  perpetual: {
    title: msg({ message: 'USDT perpetuals', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Contracts on a price that never expire. Margin and profit are in USDT.',
      comment: 'Hint: what USDT perpetuals means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  coinMargined: {
    title: msg({ message: 'Coin-margined perpetuals', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Contracts that never expire. Margin and profit are in the coin itself.',
      comment: 'Hint: what Coin-margined perpetuals means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  long: {
    title: msg({ message: 'Long', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The position gains when the price rises.',
      comment: 'Hint: what Long means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  short: {
    title: msg({ message: 'Short', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The position gains when the price falls.',
      comment: 'Hint: what Short means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  leverage: {
    title: msg({ message: 'Leverage', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'How many times larger the position is than its margin. Losses grow by the same factor.',
      comment: 'Hint: what Leverage means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-tiers',
  },
  margin: {
    title: msg({ message: 'Margin', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The money that secures a position.',
      comment: 'Hint: what Margin means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  maintenance: {
    title: msg({ message: 'Maintenance margin', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The equity a position needs to stay open.',
      comment: 'Hint: what Maintenance margin means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-liquidation',
  },
  tiers: {
    title: msg({ message: 'Maintenance margin tiers', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The larger a position, the higher its rate of maintenance margin.',
      comment: 'Hint: what Maintenance margin tiers means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-tiers',
  },
  cross: {
    title: msg({ message: 'Cross margin', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'All positions share the balance of the wallet. A liquidation can cost all of it.',
      comment: 'Hint: what Cross margin means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  isolated: {
    title: msg({ message: 'Isolated margin', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The position has its own margin. A liquidation does not touch the rest of the wallet.',
      comment: 'Hint: what Isolated margin means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  equity: {
    title: msg({ message: 'Equity', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Margin plus unrealised PnL.',
      comment: 'Hint: what Equity means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-liquidation',
  },
  ratio: {
    title: msg({ message: 'Collateral ratio', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Maintenance margin divided by equity. At 100% the position is liquidated.',
      comment: 'Hint: what Collateral ratio means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-liquidation',
  },
  liquidation: {
    title: msg({ message: 'Liquidation', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The exchange closes a position whose equity no longer covers its maintenance margin.',
      comment: 'Hint: what Liquidation means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-liquidation',
  },
  liquidationPrice: {
    title: msg({ message: 'Liquidation price', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The index price at which the position would be liquidated.',
      comment: 'Hint: what Liquidation price means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-liquidation',
  },
  breakEven: {
    title: msg({ message: 'Break-even', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The price at which closing brings neither profit nor loss, fees included.',
      comment: 'Hint: what Break-even means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  unrealised: {
    title: msg({ message: 'Unrealised PnL', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The profit or loss of an open position at the mark price.',
      comment: 'Hint: what Unrealised PnL means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  result: {
    title: msg({ message: 'Result', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'All that the position has gained or lost so far: by the price, fees and funding.',
      comment: 'Hint: what Result means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  deleveraging: {
    title: msg({ message: 'Deleveraging', comment: 'Title of a hint: a term' }),
    text: msg({
      message:
        'If the insurance fund cannot take over a liquidated position, the most profitable opposite positions are reduced.',
      comment: 'Hint: what Deleveraging means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-liquidation',
  },
  insuranceFund: {
    title: msg({ message: 'Insurance fund', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'A reserve that takes over liquidated positions, so that other customers are not affected.',
      comment: 'Hint: what Insurance fund means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-insurance',
  },
  entry: {
    title: msg({ message: 'Entry', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The average price at which the position was opened.',
      comment: 'Hint: what Entry means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  cost: {
    title: msg({ message: 'Cost', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'What opening takes from your balance: margin, fee and a loss at the opening price.',
      comment: 'Hint: what Cost means, one or two short sentences',
    }),
    link: '/rule/index?key=contracts#rule-margin',
  },
  second: {
    title: msg({ message: 'Second contracts', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'You choose whether the index ends above or below its opening price after a fixed time.',
      comment: 'Hint: what Second contracts means, one or two short sentences',
    }),
    link: '/rule/index?key=options#rule-what',
  },
  odds: {
    title: msg({ message: 'Odds', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Your profit if you win, as a share of the stake.',
      comment: 'Hint: what Odds means, one or two short sentences',
    }),
    link: '/rule/index?key=options#rule-odds',
  },
  stake: {
    title: msg({ message: 'Stake', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The amount you put on a contract. If you are wrong, you lose it.',
      comment: 'Hint: what Stake means, one or two short sentences',
    }),
    link: '/rule/index?key=options#rule-what',
  },
  breakEvenShare: {
    title: msg({ message: 'Break-even rate', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The share of contracts you must win so that gains and losses are equal.',
      comment: 'Hint: what Break-even rate means, one or two short sentences',
    }),
    link: '/rule/index?key=options#rule-odds',
  },
  receipt: {
    title: msg({ message: 'Receipt', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'All prices and rules behind a result, so that you can recalculate it yourself.',
      comment: 'Hint: what Receipt means, one or two short sentences',
    }),
    link: '/rule/index?key=options#rule-settle',
  },
  available: {
    title: msg({ message: 'Available', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The part of a balance that you can use now.',
      comment: 'Hint: what Available means, one or two short sentences',
    }),
    link: '/rule/index?key=spot#rule-book',
  },
  inUse: {
    title: msg({ message: 'In use', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The part of a balance that orders, positions or withdrawals reserve.',
      comment: 'Hint: what In use means, one or two short sentences',
    }),
    link: '/rule/index?key=funds#rule-withdrawals',
  },
  swap: {
    title: msg({ message: 'Swap', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Exchanges one coin for another at the index price.',
      comment: 'Hint: what Swap means, one or two short sentences',
    }),
    link: '/rule/index?key=funds#rule-swaps',
  },
  network: {
    title: msg({ message: 'Network', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'The chain that carries a payment. Sender and receiver must use the same one.',
      comment: 'Hint: what Network means, one or two short sentences',
    }),
    link: '/rule/index?key=funds#rule-networks',
  },
  confirmations: {
    title: msg({ message: 'Confirmations', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Blocks on top of the one with your payment. After enough of them it counts as final.',
      comment: 'Hint: what Confirmations means, one or two short sentences',
    }),
    link: '/rule/index?key=funds#rule-networks',
  },
  fundPassword: {
    title: msg({ message: 'Fund password', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Six digits that only you know. Every withdrawal requires them.',
      comment: 'Hint: what Fund password means, one or two short sentences',
    }),
    link: '/rule/index?key=funds#rule-withdrawals',
  },
  verification: {
    title: msg({ message: 'Verification', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Proves who you are, and raises your daily withdrawal limit.',
      comment: 'Hint: what Verification means, one or two short sentences',
    }),
    link: '/rule/index?key=funds#rule-stages',
  },
  withdrawalLimit: {
    title: msg({ message: 'Withdrawal limit', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'How much you can withdraw a day. It grows with your verification.',
      comment: 'Hint: what Withdrawal limit means, one or two short sentences',
    }),
    link: '/rule/index?key=funds#rule-stages',
  },
  marginLevel: {
    title: msg({ message: 'Margin level', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Assets of the margin wallet divided by its debt. The lower it is, the closer is liquidation.',
      comment: 'Hint: what Margin level means, one or two short sentences',
    }),
    link: '/rule/index?key=margin#rule-level',
  },
  borrow: {
    title: msg({ message: 'Borrow', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'Takes coins as a loan that the margin wallet secures.',
      comment: 'Hint: what Borrow means, one or two short sentences',
    }),
    link: '/rule/index?key=margin#rule-interest',
  },
  interest: {
    title: msg({ message: 'Interest', comment: 'Title of a hint: a term' }),
    text: msg({
      message: 'What a loan costs for the time you have it.',
      comment: 'Hint: what Interest means, one or two short sentences',
    }),
    link: '/rule/index?key=margin#rule-interest',
  },
};
