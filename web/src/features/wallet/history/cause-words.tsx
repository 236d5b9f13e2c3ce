// Texts of causes and their facts, by the contract's closed lists.
import { useLingui } from '@lingui/react/macro';
import type { BillCauseKind, BillFact } from '@vitrine/contract';
import { useBillKind } from '../words.tsx';

/** The cause of an entry; unknown ones of a newer server are shown as they are. */
export function useCauseName(): (kind: string) => string {
  const { t } = useLingui();
  const kindName = useBillKind();
  return (kind) => {
    switch (kind as BillCauseKind) {
      case 'agentShare':
        return t({ message: 'Agent’s share', comment: 'Cause of a balance change' });
      case 'deleverage':
        return t({ message: 'Deleveraging', comment: 'Cause of a balance change' });
      case 'positionMargin':
        return t({ message: 'Margin of a position', comment: 'Cause of a balance change' });
      case 'marginLiquidation':
        return t({ message: 'Liquidation of a margin wallet', comment: 'Cause of a balance change' });
      case 'reversal':
        return t({ message: 'Deposit reversed', comment: 'Cause of a balance change' });
      case 'secondSettled':
        return t({ message: 'Second contract settled', comment: 'Cause of a balance change' });
      case 'secondVoid':
        return t({ message: 'Second contract void', comment: 'Cause of a balance change' });
      case 'otcBond':
        return t({ message: 'Merchant bond', comment: 'Cause of a balance change' });
      case 'otcOffer':
        return t({ message: 'OTC offer', comment: 'Cause of a balance change' });
      default:
        return kindName(kind);
    }
  };
}

/** The name of a fact; unknown ones of a newer server are shown as they are. */
export function useFactName(): (name: string) => string {
  const { t } = useLingui();
  return (name) => {
    switch (name as BillFact) {
      case 'address':
        return t({ message: 'Address', comment: 'Fact about a balance change' });
      case 'amount':
        return t({ message: 'Amount', context: 'fact', comment: 'Fact about a balance change' });
      case 'averagePrice':
        return t({ message: 'Average price', context: 'fact', comment: 'Fact about a balance change' });
      case 'bond':
        return t({ message: 'Bond', context: 'fact', comment: 'Fact about a balance change' });
      case 'by':
        return t({ message: 'By', context: 'fact', comment: 'Fact about a balance change' });
      case 'campaign':
        return t({ message: 'Campaign', context: 'fact', comment: 'Fact about a balance change' });
      case 'closePrice':
        return t({ message: 'Closing price', context: 'fact', comment: 'Fact about a balance change' });
      case 'confirmations':
        return t({ message: 'Confirmations', context: 'fact', comment: 'Fact about a balance change' });
      case 'contracts':
        return t({ message: 'Contracts', context: 'fact', comment: 'Fact about a balance change' });
      case 'day':
        return t({ message: 'Day', context: 'fact', comment: 'Fact about a balance change' });
      case 'direction':
        return t({ message: 'Side', context: 'fact', comment: 'Fact about a balance change' });
      case 'equity':
        return t({ message: 'Equity', context: 'fact', comment: 'Fact about a balance change' });
      case 'fee':
        return t({ message: 'Fee', context: 'fact', comment: 'Fact about a balance change' });
      case 'feeRate':
        return t({ message: 'Fee rate', context: 'fact', comment: 'Fact about a balance change' });
      case 'fills':
        return t({ message: 'Fills', context: 'fact', comment: 'Fact about a balance change' });
      case 'fromWallet':
        return t({ message: 'From wallet', context: 'fact', comment: 'Fact about a balance change' });
      case 'fundingRate':
        return t({ message: 'Funding rate', context: 'fact', comment: 'Fact about a balance change' });
      case 'gave':
        return t({ message: 'Paid', context: 'fact', comment: 'Fact about a balance change' });
      case 'gaveIndex':
        return t({ message: 'Index of what was paid', context: 'fact', comment: 'Fact about a balance change' });
      case 'generation':
        return t({ message: 'Generation', context: 'fact', comment: 'Fact about a balance change' });
      case 'hourlyRate':
        return t({ message: 'Hourly rate', context: 'fact', comment: 'Fact about a balance change' });
      case 'insurance':
        return t({ message: 'From the insurance fund', context: 'fact', comment: 'Fact about a balance change' });
      case 'interest':
        return t({ message: 'Interest', context: 'fact', comment: 'Fact about a balance change' });
      case 'label':
        return t({ message: 'Label', context: 'fact', comment: 'Fact about a balance change' });
      case 'left':
        return t({ message: 'Left', context: 'fact', comment: 'Fact about a balance change' });
      case 'level':
        return t({ message: 'Level', context: 'fact', comment: 'Fact about a balance change' });
      case 'leverage':
        return t({ message: 'Leverage', context: 'fact', comment: 'Fact about a balance change' });
      case 'liquidationPrice':
        return t({ message: 'Liquidation price', context: 'fact', comment: 'Fact about a balance change' });
      case 'maintenance':
        return t({ message: 'Maintenance margin', context: 'fact', comment: 'Fact about a balance change' });
      case 'margin':
        return t({ message: 'Margin', comment: 'Fact about a balance change' });
      case 'mark':
        return t({ message: 'Mark price', context: 'fact', comment: 'Fact about a balance change' });
      case 'market':
        return t({ message: 'Market', comment: 'Fact about a balance change' });
      case 'network':
        return t({ message: 'Network', context: 'fact', comment: 'Fact about a balance change' });
      case 'odds':
        return t({ message: 'Odds', context: 'fact', comment: 'Fact about a balance change' });
      case 'ofCommand':
        return t({ message: 'Corrects command', context: 'fact', comment: 'Fact about a balance change' });
      case 'openPrice':
        return t({ message: 'Opening price', context: 'fact', comment: 'Fact about a balance change' });
      case 'orderNo':
        return t({ message: 'Number', context: 'fact', comment: 'Fact about a balance change' });
      case 'owed':
        return t({ message: 'Owed', context: 'fact', comment: 'Fact about a balance change' });
      case 'paid':
        return t({ message: 'Paid', context: 'fact', comment: 'Fact about a balance change' });
      case 'penalty':
        return t({ message: 'Penalty', context: 'fact', comment: 'Fact about a balance change' });
      case 'price':
        return t({ message: 'Price', context: 'fact', comment: 'Fact about a balance change' });
      case 'principal':
        return t({ message: 'Principal', context: 'fact', comment: 'Fact about a balance change' });
      case 'profit':
        return t({ message: 'Profit', context: 'fact', comment: 'Fact about a balance change' });
      case 'promised':
        return t({ message: 'Promised', context: 'fact', comment: 'Fact about a balance change' });
      case 'quantity':
        return t({ message: 'Quantity', context: 'fact', comment: 'Fact about a balance change' });
      case 'received':
        return t({ message: 'Received', context: 'fact', comment: 'Fact about a balance change' });
      case 'receivedIndex':
        return t({ message: 'Index of what was received', context: 'fact', comment: 'Fact about a balance change' });
      case 'repaid':
        return t({ message: 'Repaid', context: 'fact', comment: 'Fact about a balance change' });
      case 'result':
        return t({ message: 'Result', context: 'fact', comment: 'Fact about a balance change' });
      case 'reversed':
        return t({ message: 'Reversed', context: 'fact', comment: 'Fact about a balance change' });
      case 'role':
        return t({ message: 'Role', context: 'fact', comment: 'Fact about a balance change' });
      case 'seconds':
        return t({ message: 'Seconds', context: 'fact', comment: 'Fact about a balance change' });
      case 'stake':
        return t({ message: 'Stake', context: 'fact', comment: 'Fact about a balance change' });
      case 'state':
        return t({ message: 'State', context: 'fact', comment: 'Fact about a balance change' });
      case 'step':
        return t({ message: 'Step', context: 'fact', comment: 'Fact about a balance change' });
      case 'toWallet':
        return t({ message: 'To wallet', context: 'fact', comment: 'Fact about a balance change' });
      case 'txid':
        return t({ message: 'Transaction', context: 'fact', comment: 'Fact about a balance change' });
      case 'value':
        return t({ message: 'Value', context: 'fact', comment: 'Fact about a balance change' });
      case 'yield':
        return t({ message: 'Yield', context: 'fact', comment: 'Fact about a balance change' });
      default:
        return name;
    }
  };
}

/** A fact's value from a closed list; undefined: none of them. */
export function useFactWord(): (word: string) => string | undefined {
  const { t } = useLingui();
  return (word) => {
    switch (word) {
      case 'buy':
        return t({ message: 'buy', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'sell':
        return t({ message: 'sell', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'openLong':
        return t({ message: 'open long', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'openShort':
        return t({ message: 'open short', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'closeLong':
        return t({ message: 'close long', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'closeShort':
        return t({ message: 'close short', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'up':
        return t({ message: 'up', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'down':
        return t({ message: 'down', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'maker':
        return t({ message: 'maker', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'taker':
        return t({ message: 'taker', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'both':
        return t({ message: 'maker and taker', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'buyer':
        return t({ message: 'buyer', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'seller':
        return t({ message: 'seller', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'customer':
        return t({ message: 'by yourself', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'liquidation':
        return t({ message: 'by a liquidation', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'won':
        return t({ message: 'won', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'lost':
        return t({ message: 'lost', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'tied':
        return t({ message: 'tied', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'credited':
        return t({ message: 'credited', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'belowMinimum':
        return t({ message: 'below the minimum', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'reversed':
        return t({ message: 'cancelled', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'toPay':
        return t({ message: 'to pay', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'paid':
        return t({ message: 'paid', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'released':
        return t({ message: 'released', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'cancelled':
        return t({ message: 'cancelled', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'appealed':
        return t({ message: 'appealed', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'ordersCancelled':
        return t({ message: 'orders cancelled', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'netted':
        return t({ message: 'netted', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'cut':
        return t({ message: 'reduced', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'deleveraged':
        return t({ message: 'deleveraged', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'takenOver':
        return t({
          message: 'taken over by the insurance fund',
          context: 'fact',
          comment: 'Value of a fact about a balance change',
        });
      case 'waits':
        return t({ message: 'waits', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'call':
        return t({ message: 'margin call', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'began':
        return t({ message: 'began', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'sold':
        return t({ message: 'sold', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'repaid':
        return t({ message: 'repaid', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'over':
        return t({ message: 'over', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'applied':
        return t({ message: 'applied', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'paidOut':
        return t({ message: 'paid out', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'failed':
        return t({ message: 'failed', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'interest':
        return t({ message: 'interest', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'debited':
        return t({ message: 'debited', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'missed':
        return t({ message: 'missed', context: 'fact', comment: 'Value of a fact about a balance change' });
      case 'collected':
        return t({ message: 'collected', context: 'fact', comment: 'Value of a fact about a balance change' });
      default:
        return undefined;
    }
  };
}
