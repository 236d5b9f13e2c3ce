// The rules of deposits and withdrawals.

import { Trans, useLingui } from '@lingui/react/macro';
import type { CoinNetwork, Rules } from '@vitrine/contract';
import { NumCount, NumExact, NumMoney, NumRate, Table } from '@vitrine/ui';
import { Facts, RuleSection } from './parts.tsx';

const WORTH = 'USDT';

/** One coin on one network. */
interface Line extends CoinNetwork {
  readonly coin: string;
}

export function FundsRules({ rules }: { readonly rules: Rules }) {
  const { t } = useLingui();
  const { funds } = rules;
  const lines = funds.coins.flatMap(({ coin, networks }): Line[] => networks.map((one) => ({ coin, ...one })));
  const names = {
    practice: t({ message: 'Practice chain', comment: 'Network of a coin: a chain simulated by this exchange' }),
    ethereum: t({ message: 'Ethereum', comment: 'Network of a coin' }),
    bitcoin: t({ message: 'Bitcoin', comment: 'Network of a coin' }),
    bank: t({ message: 'Bank or cash', comment: 'How dollars come and go' }),
  };
  return (
    <>
      <RuleSection id="deposits" title={<Trans comment="Noun: payments in">Deposits</Trans>}>
        <p>
          <Trans>
            A deposit is credited once, after enough network confirmations. Less than the minimum is recorded but not
            credited. If a network later reverses a deposit, the credit is reversed too; what your balance does not
            cover is owed, and withdrawals are locked until it is repaid.
          </Trans>
        </p>
        <p>
          <Trans comment="A deposit that its network took back">
            When the network confirms it again, it is credited after twice the confirmations, first against what is
            owed.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="withdrawals" title={<Trans>Withdrawals</Trans>}>
        <p>
          <Trans>
            Amount and fee are reserved when you submit. You can cancel until the payment is signed; after that it is
            paid, once. A rejected withdrawal returns the whole reserved amount.
          </Trans>
        </p>
        <p>
          <Trans comment="Locked withdrawals, e.g. after a change of password; OTC: trades between customers">
            While you cannot withdraw, you cannot sell by OTC either; deals in progress continue.
          </Trans>
        </p>
        <Facts
          rows={[
            {
              key: 'most',
              label: <Trans>Automatic approval, if no check fails, up to</Trans>,
              value: <NumMoney value={funds.rules.most} asset={WORTH} showAsset />,
            },
            {
              key: 'day',
              label: <Trans>Automatic limit for one customer in a day (UTC)</Trans>,
              value: <NumMoney value={funds.rules.day} asset={WORTH} showAsset />,
            },
            {
              key: 'persons',
              label: <Trans>Reviewed by two people from</Trans>,
              value: <NumMoney value={funds.persons} asset={WORTH} showAsset />,
            },
            {
              key: 'hour',
              label: <Trans>All customers together in an hour, as a share of what customers hold of a coin</Trans>,
              value: <NumRate value={funds.hour} />,
            },
          ]}
        />
      </RuleSection>
      <RuleSection id="queue" title={<Trans comment="How withdrawals queue">Whose turn it is</Trans>}>
        <p>
          <Trans comment="The queue of withdrawals that exceed the hourly limit of a coin">
            A withdrawal that finds the hourly limit of its coin used up waits. Customers take turns, each one’s oldest
            first; linked accounts are one customer. Each customer has an allowance that every hour adds to, up to that
            of a day.
          </Trans>
        </p>
        <Facts
          rows={[
            {
              key: 'allowance',
              label: <Trans>An hour adds to a customer’s allowance, of the hourly limit</Trans>,
              value: <NumRate value={funds.queue.allowance} />,
            },
            {
              key: 'least',
              label: <Trans comment="Label before an amount">At least</Trans>,
              value: <NumMoney value={funds.queue.least} asset={WORTH} showAsset />,
            },
            {
              key: 'small',
              label: (
                <Trans comment="amount: worth up to which a withdrawal is small">
                  Reserved for withdrawals up to <NumMoney value={funds.queue.least} asset={WORTH} showAsset />, of the
                  hourly limit
                </Trans>
              ),
              value: <NumRate value={funds.queue.small} />,
            },
          ]}
        />
      </RuleSection>
      <RuleSection id="bonds" title={<Trans>Claims on merchants’ bonds</Trans>}>
        <p>
          <Trans>
            When an OTC order has ended, the harmed party can be paid out of the merchant’s bond, at most the value of
            the order: if it is claimed within 30 days and two of our staff agree. The merchant has seven days to
            answer. Until the claim is decided, the bond cannot be withdrawn and the claimed amount covers no new order.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="stages" title={<Trans>Your daily withdrawal limit</Trans>}>
        <Facts
          rows={funds.stages.map(({ stage, vip, day }) => ({
            key: `${stage} ${vip}`,
            label: vip ? (
              <Trans>
                Verified to stage <NumCount value={stage} />, with a VIP tier
              </Trans>
            ) : stage === 0 ? (
              <Trans>Not verified</Trans>
            ) : (
              <Trans>
                Verified to stage <NumCount value={stage} />
              </Trans>
            ),
            value: <NumMoney value={day} asset={WORTH} showAsset />,
          }))}
        />
      </RuleSection>
      <RuleSection id="swaps" title={<Trans comment="List of swaps of coins">Swaps</Trans>}>
        <p>
          <Trans comment="How a swap is priced; h₀, q, D and r are explained in the sentence">
            A swap is executed at the first valid index at least half a second after it, or refused below the least you
            accept. Each coin costs h₀ × (1 + q ÷ D) + r ÷ 2: q is the net flow of all swaps of that coin within a
            minute, yours included, in USDT; r is how far its index ranged in the last ten seconds.
          </Trans>
        </p>
        <Table
          label={t`Swaps`}
          rows={funds.swaps}
          rowKey={({ coin }) => coin}
          empty={<Trans>Deposits and withdrawals are unavailable</Trans>}
          columns={[
            { key: 'coin', head: <Trans>Coin</Trans>, phone: 'keep', cell: ({ coin }) => coin },
            { key: 'half', head: 'h₀', right: true, phone: 'keep', cell: ({ half }) => <NumRate value={half} /> },
            {
              key: 'depth',
              head: 'D',
              right: true,
              phone: 'keep',
              cell: ({ depth }) => <NumMoney value={depth} asset={WORTH} showAsset />,
            },
          ]}
        />
      </RuleSection>
      <RuleSection id="networks" title={<Trans>Coins and networks</Trans>}>
        <Table
          label={t`Coins and networks`}
          rows={lines}
          rowKey={({ coin, network }) => `${coin} ${network}`}
          empty={<Trans>Deposits and withdrawals are unavailable</Trans>}
          columns={[
            { key: 'coin', head: <Trans>Coin</Trans>, phone: 'keep', cell: ({ coin }) => coin },
            { key: 'network', head: <Trans>Network</Trans>, phone: 'keep', cell: ({ network }) => names[network] },
            {
              key: 'min',
              head: <Trans comment="Column: the minimum deposit of a coin that is credited">Minimum deposit</Trans>,
              right: true,
              cell: ({ min }) => <NumExact value={min} />,
            },
            {
              key: 'confirmations',
              head: <Trans comment="Column: blocks until a deposit is credited">Blocks</Trans>,
              right: true,
              cell: ({ confirmations }) => <NumCount value={confirmations} />,
            },
            {
              key: 'withdrawMin',
              head: <Trans comment="Column: the minimum withdrawal of a coin">Minimum withdrawal</Trans>,
              right: true,
              cell: ({ withdrawMin }) => <NumExact value={withdrawMin} />,
            },
            {
              key: 'fee',
              head: <Trans comment="Column: the least fee of a withdrawal">Fee, at least</Trans>,
              right: true,
              phone: 'keep',
              cell: ({ fee, coin }) => <NumExact value={fee} unit={coin} />,
            },
            {
              key: 'rate',
              head: <Trans comment="Column: the fee of a withdrawal as a share of its amount">Of the amount</Trans>,
              right: true,
              cell: ({ feeRate }) => <NumRate value={feeRate} />,
            },
          ]}
        />
      </RuleSection>
    </>
  );
}
