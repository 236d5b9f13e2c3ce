// The rules of contracts: margin, mark, funding, liquidation, and the maintenance tiers of each.

import { Trans, useLingui } from '@lingui/react/macro';
import type { Rules } from '@vitrine/contract';
import { NumCount, NumExact, NumMoney, NumRate, NumVolume, SelectField, Table, Time } from '@vitrine/ui';
import { useState } from 'react';
import { InsuranceRules, useContractName } from './insurance.tsx';
import { Facts, RuleSection } from './parts.tsx';

type Contract = Rules['contracts']['markets'][number];

/** ms. */
const SECOND = 1_000;
const HOUR = 3_600_000;

/** A contract's list key: USDT and coin-margined contracts share names. */
const keyOf = ({ contractType, symbolName }: Contract): string => `${contractType} ${symbolName}`;

export function ContractRules({ rules }: { readonly rules: Rules }) {
  const { contracts } = rules;
  return (
    <>
      <RuleSection id="margin" title={<Trans>Margin and positions</Trans>}>
        <p>
          <Trans>
            You can hold one long and one short position in each market, isolated or cross. Opening needs its value
            divided by the leverage, the fee, and the amount by which the fill is worse than the mark price or the
            index. No fill can leave a position's equity below zero; one that would is cancelled.
          </Trans>
        </p>
        <p>
          <Trans comment="A side: long or short of one contract">
            The maximum number of contract sides you can have open, with a position or an opening order, depends on your
            verification: 60, 250 or 500, and fewer as the exchange’s table of positions fills up.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="mark" title={<Trans>The mark price</Trans>}>
        <p>
          <Trans>
            Unrealised PnL and funding use the mark price: the index plus a bounded average of the order book’s distance
            from it. A single trade cannot move it. Liquidation uses the index itself.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="funding" title={<Trans>Funding</Trans>}>
        <p>
          <Trans>
            Longs and shorts pay each other; the exchange takes nothing. The rate is the average premium of the
            interval, drawn towards the interest rate.
          </Trans>
        </p>
        <p>
          <Trans>
            One payment is at most three quarters of the maintenance margin rate of the first tier. An account with too
            little margin pays from unrealised profit; the insurance fund pays none of it.
          </Trans>
        </p>
        <p>
          <Trans comment="Funding: how the average premium is made">
            The average is weighted by time: the premium at each valid price counts until the next price, at most two
            seconds. No single moment decides the rate.
          </Trans>
        </p>
        <p>
          <Trans comment="Funding: when it becomes hourly, and how it goes back">
            When two settlements in a row reach the limit, funding is settled every hour, with at most one quarter of
            that maintenance margin rate each time. The first rate below the usual limit returns to the usual times.
          </Trans>
        </p>
        <p>
          <Trans>
            If you close part of a position while funding is being settled, you pay funding for the whole position, out
            of the proceeds of the part you close.
          </Trans>
        </p>
        <Facts
          rows={[
            {
              key: 'interest',
              label: <Trans>Interest in it, per 8 hours</Trans>,
              value: <NumRate value={contracts.fundingInterest} />,
            },
            {
              key: 'clamp',
              label: <Trans>Drawn towards it by at most</Trans>,
              value: <NumRate value={contracts.fundingClamp} />,
            },
            {
              key: 'most',
              label: <Trans>The rate never exceeds</Trans>,
              value: <NumRate value={contracts.fundingMost} />,
            },
          ]}
        />
      </RuleSection>
      <RuleSection id="liquidation" title={<Trans>Liquidation</Trans>}>
        <p>
          <Trans>
            When equity at the index is no more than the maintenance margin, in this order: your opening orders are
            cancelled; long and short of one market are closed against each other; the position is reduced to the tier
            below, or closed, in the order book, no further than 2% from the index and never beyond its bankruptcy
            price. What is not filled waits while equity is above zero. At zero or less the insurance fund takes it over
            at the bankruptcy price; what is beyond the fund’s limits is closed at that price against the most
            profitable opposite positions, the market maker’s among them. Nobody without a position in that market ever
            pays.
          </Trans>
        </p>
        <p>
          <Trans comment="How maintenance and the liquidation price are worked out">
            Maintenance margin is the value at the index times the rate of its tier, less the amount of that tier, as in
            the table below. The liquidation price is the index at which your equity equals it.
          </Trans>
        </p>
        <p>
          <Trans comment="The order in which wallets are examined for liquidation">
            Wallets are checked in turns, a bounded number at a time; the one that has waited longest is next. All
            orders of a wallet in liquidation are cancelled before any of it is closed.
          </Trans>
        </p>
        <p>
          <Trans comment="A cross wallet with equity below 0">
            When a cross wallet owes more than it has, each position is charged by how far the index of its own market
            moved, so nobody is closed far from an index that did not move. A wallet that only lacks the profit of a
            stale price waits for up to an hour.
          </Trans>
        </p>
        <p>
          <Trans comment="The order of deleveraging; the numbers are published parameters">
            Positions are taken in the order of (profit ÷ cost) × (value ÷ equity), the highest first, the older one
            first if equal. In a market with more than <NumCount value={contracts.deleverage.atOnce} /> positions the
            order is calculated at the prices of one moment, lists the first{' '}
            <NumCount value={contracts.deleverage.listed} /> of a side and is used for about{' '}
            <NumCount value={contracts.deleverage.kept / SECOND} /> s.
          </Trans>{' '}
          <Trans>Margin added while a market is closed does not change this order after the gap.</Trans>
        </p>
        <Facts
          rows={[
            {
              key: 'fee',
              label: <Trans>Maximum that goes to the insurance fund, of the value filled</Trans>,
              value: <NumRate value={contracts.liquidationFeeMost} />,
            },
            {
              key: 'insurance',
              label: <Trans>Maximum that the insurance fund pays for one market in an hour, of its balance</Trans>,
              value: <NumRate value={contracts.insuranceHourMost} />,
            },
          ]}
        />
      </RuleSection>
      <RuleSection id="stale" title={<Trans>While a price is stale or disputed</Trans>}>
        <p>
          <Trans comment="stale: an index price that is too old; disputed: made of too few sources">
            An index older than <NumCount value={contracts.staleAfter / SECOND} /> s is stale; one made of fewer than
            half of its sources is disputed. Until it is valid again, risk only falls: opening orders keep their place
            and do not fill, and the market maker’s quotes leave the book. Nothing leaves a wallet with a cross position
            there. A profit of that position counts as zero, its loss as it is.
          </Trans>
        </p>
        <p>
          <Trans>
            No position is liquidated at a price that is not valid; other positions of the wallet are, by their own
            prices. A dispute suspends liquidation for <NumCount value={contracts.disputeMost / SECOND} /> s at most;
            then the median of the remaining sources counts.
          </Trans>
        </p>
        <p>
          <Trans comment="What a wallet may do that holds a cross position at a stale or disputed price">
            Until then a wallet with a cross position there opens nothing in any contract, and closes its cross
            positions only within <NumRate value={contracts.frozenReach} decimals={0} /> of the index. Its opening
            orders are cancelled when they would fill.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="stops" title={<Trans>Stop and take-profit orders</Trans>}>
        <p>
          <Trans>
            They are checked at each valid index. A last price triggers only near the index, and a triggered order fills
            only near it; how near is listed with each contract below. What does not fill waits and is tried again at
            each index.
          </Trans>{' '}
          <Trans comment="How far from the index a stop fills of whom is frozen">
            While your account is frozen, they fill only within <NumRate value={contracts.frozenReach} decimals={0} />{' '}
            of the index.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="linked" title={<Trans>Accounts of one person</Trans>}>
        <p>
          <Trans>
            Two members of our staff can link up to <NumCount value={contracts.linked.most} /> accounts of one person.
            Starting <NumCount value={contracts.linked.notice / HOUR} /> hours later, a new position counts what all of
            them hold and have ordered on that side of the market, and gets the leverage for that total. Positions and
            orders open by then stay. Everyone concerned is notified and can appeal.
          </Trans>
        </p>
      </RuleSection>
      <InsuranceRules />
      <RuleSection id="closing" title={<Trans>Before a market closes</Trans>}>
        <p>
          <Trans>
            Contracts on currencies, gold, commodities and indices have trading hours. Each has a closing rate: first
            3.33% for pairs of major currencies, 5% for other currencies, gold and major indices, 10% for the rest. The
            maximum leverage is one divided by this rate. The rate is doubled when the market will be closed for more
            than 24 hours. Breaks of two hours or less do not count.
          </Trans>
        </p>
        <p>
          <Trans>
            From 60 minutes before the close, opening orders need this rate of their value as margin, and margin can be
            removed only above it. Ten minutes before the close, lots beyond margin and profit divided by the rate are
            reduced: longs against shorts in proportion, at the index and without a fee; the rest is sold within 0.2% of
            the index if the order book has liquidity. Realised PnL stays in the position's margin. Adding margin in
            time avoids it. This reduction liquidates nobody.
          </Trans>
        </p>
        <p>
          <Trans comment="Orders that fill far from the index shortly before a market closes">
            A position opened far from the index must have this rate of its value as equity at the index too: the margin
            includes the loss from opening there. Closing a part that far from the index must leave the rest as much.
          </Trans>
        </p>
        <p>
          <Trans comment="The first price after the closed hours of a market">
            A market that opens waits for the first price of its session: until then nothing is opened, and nobody is
            liquidated.
          </Trans>
        </p>
        <p>
          <Trans>
            A position that stays open carries the risk of a gap. From the close until ten minutes after the first price
            behind it, the insurance fund pays for no loss beyond a margin; such a position is closed against the other
            side at its bankruptcy price. Trading hours are published 24 hours ahead and are not shortened after that.
          </Trans>
        </p>
      </RuleSection>
      <Terms markets={contracts.markets} />
    </>
  );
}

function Terms({ markets }: { readonly markets: readonly Contract[] }) {
  const { t } = useLingui();
  const nameOf = useContractName();
  const [key, setKey] = useState<string>();
  const market = markets.find((one) => keyOf(one) === key) ?? markets[0];
  if (market === undefined) return null;
  const coin = market.contractType === 'coin';
  const unit = coin ? 'USD' : 'USDT';
  return (
    <RuleSection id="tiers" title={<Trans>Terms of each contract</Trans>}>
      <SelectField
        label={t({ message: 'Contract', comment: 'A perpetual contract' })}
        value={keyOf(market)}
        onChange={setKey}
        options={markets.map((one) => ({ key: keyOf(one), label: nameOf(one) }))}
      />
      <Facts
        rows={[
          { key: 'settle', label: <Trans>Margin, profit and fees are in</Trans>, value: market.settleCoin },
          {
            key: 'tick',
            label: <Trans comment="The smallest step of a price">Price step</Trans>,
            value: <NumExact value={market.tick} />,
          },
          {
            key: 'lot',
            label: <Trans comment="The smallest step of a quantity">Amount step</Trans>,
            value: coin ? (
              <Trans comment="Whole contracts only">
                1 contract of <NumExact value={market.face} /> USD
              </Trans>
            ) : (
              <NumExact value={market.lot} />
            ),
          },
          {
            key: 'orders',
            label: <Trans>Value of one order</Trans>,
            value: (
              <Trans comment="From the minimum to the maximum value of an order">
                <NumMoney value={market.minValue} asset={unit} /> to{' '}
                <NumMoney value={market.maxValue} asset={unit} showAsset />
              </Trans>
            ),
          },
          {
            key: 'impact',
            label: <Trans>Value whose average price makes the mark and the premium</Trans>,
            value: <NumMoney value={market.impact} asset={unit} showAsset />,
          },
          {
            key: 'hours',
            label: <Trans>Hours between fundings</Trans>,
            value: <NumCount value={market.fundingHours} />,
          },
          {
            key: 'fundingMost',
            label: <Trans>Maximum funding rate, per 8 hours</Trans>,
            value: <NumRate value={market.fundingMost} />,
          },
          {
            key: 'lastReach',
            label: <Trans>How far from the index a last price triggers at most</Trans>,
            value: <NumRate value={market.lastReach} />,
          },
          {
            key: 'stopReach',
            label: <Trans>How far from the index a triggered order fills at most</Trans>,
            value: <NumRate value={market.stopReach} />,
          },
          ...(market.fundingHourlyMost === null
            ? []
            : [
                {
                  key: 'fundingHourlyMost',
                  label: <Trans>Maximum funding rate while settled hourly, per 8 hours</Trans>,
                  value: <NumRate value={market.fundingHourlyMost} />,
                },
              ]),
        ]}
      />
      {market.closing === null ? null : <Closing closing={market.closing} />}
      <Table
        label={t`Maintenance margin tiers`}
        rows={market.tiers}
        rowKey={({ floor }) => floor}
        empty={null}
        columns={[
          {
            key: 'value',
            head: <Trans comment="Column: value of a position, in the unit">Position value, {unit}</Trans>,
            phone: 'keep',
            cell: ({ floor, cap }) => (
              <>
                <NumVolume value={floor} /> – <NumVolume value={cap} />
              </>
            ),
          },
          {
            key: 'rate',
            head: <Trans comment="Column: maintenance margin rate">Maintenance</Trans>,
            right: true,
            phone: 'keep',
            cell: ({ rate }) => <NumRate value={rate} />,
          },
          {
            key: 'amount',
            head: <Trans comment="Column: what maintenance is less by">less</Trans>,
            right: true,
            cell: ({ amount }) => <NumExact value={amount} />,
          },
          {
            key: 'leverage',
            head: <Trans comment="Column: maximum leverage">Leverage</Trans>,
            right: true,
            phone: 'keep',
            cell: ({ maxLeverage }) => <NumExact value={String(maxLeverage)} unit="×" />,
          },
        ]}
      />
    </RuleSection>
  );
}

/** The closing rate of a contract whose market closes. */
function Closing({ closing }: { readonly closing: NonNullable<Contract['closing']> }) {
  const { announced } = closing;
  return (
    <Facts
      rows={[
        {
          key: 'closingRate',
          label: <Trans comment="A rate of the position's value, asked before the market closes">Closing rate</Trans>,
          value: <NumRate value={closing.rate} />,
        },
        { key: 'closingNext', label: <Trans>At the next close</Trans>, value: <NumRate value={closing.nextRate} /> },
        ...(announced === null
          ? []
          : [
              {
                key: 'closingAnnounced',
                label: (
                  <Trans comment="A higher closing rate that was announced">
                    From <Time at={announced.from} as="full" />
                  </Trans>
                ),
                value: <NumRate value={announced.rate} />,
              },
            ]),
      ]}
    />
  );
}
