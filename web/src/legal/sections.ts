// The terms of service by section; a changed meaning needs a new version (version.ts, and the exchange's own).
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export interface Section {
  readonly id: string;
  readonly title: MessageDescriptor;
  readonly text: MessageDescriptor;
}

const comment = 'Terms of service: plain and exact, not legalese';
const heading = 'Terms of service: heading of a section';

export const sections: readonly Section[] = [
  {
    id: 'what',
    title: msg({ message: 'What this is', comment: heading }),
    text: msg({
      message:
        'This is an exchange for digital assets: spot trading, contracts, second contracts, loans, staking and finance products. These terms apply between you and the operator from the moment you agree to them.',
      comment,
    }),
  },
  {
    id: 'mode',
    title: msg({ message: 'Practice mode and live mode', comment: heading }),
    text: msg({
      message:
        'In practice mode all money is play money: it cannot be bought, cashed out or sent away, and prices may be simulated or replayed. In live mode money is real. Every page of the practice mode says so at the top.',
      comment,
    }),
  },
  {
    id: 'account',
    title: msg({ message: 'Your account', comment: heading }),
    text: msg({
      message:
        'An account is for one person of age, with true details, and for nobody else. Keep your passwords, codes and devices to yourself: what is done with them counts as yours until you tell us or freeze the account.',
      comment,
    }),
  },
  {
    id: 'verification',
    title: msg({ message: 'Verification', comment: heading }),
    text: msg({
      message:
        'Some services require identity verification. We ask only for what they need, keep documents encrypted, and record every view of them. A rejection names the field and the reason, and you can resubmit.',
      comment,
    }),
  },
  {
    id: 'orders',
    title: msg({ message: 'Orders and prices', comment: heading }),
    text: msg({
      message:
        'Orders are matched by price, then by time, against other customers or the market maker, which is marked. Index prices are the median of named sources. Nobody, and no operator, sets a price, a fill or an outcome. A filled order cannot be reversed.',
      comment,
    }),
  },
  {
    id: 'fees',
    title: msg({ message: 'Fees and the safety fund', comment: heading }),
    text: msg({
      message:
        'Fees are shown before you send an order. 10% of every trading fee goes to the safety fund, which everybody can look at. The fund is no insurance, and it does not cover losses from trading.',
      comment,
    }),
  },
  {
    id: 'custody',
    title: msg({ message: 'Custody and withdrawals', comment: heading }),
    text: msg({
      message:
        'We hold your assets for you; no state insures them. A withdrawal requires your fund password and usually takes less than 24 hours; one that finds the hourly limit of its coin used up waits its turn. After a change of password, address or second factor, withdrawals are locked for 24 hours. What is sent to a wrong address or network is lost.',
      comment,
    }),
  },
  {
    id: 'bonds',
    title: msg({ message: 'Claims on merchants’ bonds', comment: heading }),
    text: msg({
      message:
        'When an OTC order has ended, the harmed party can be paid out of the merchant’s bond, at most the value of the order: if it is claimed within 30 days and two of our staff agree. The merchant has seven days to answer. Until the claim is decided, the bond cannot be withdrawn and the claimed amount covers no new order.',
      comment,
    }),
  },
  {
    id: 'seconds',
    title: msg({ message: 'Second contracts and their odds', comment: heading }),
    text: msg({
      message:
        'A second contract pays a fixed profit if the price ends on your side, and loses the stake if it does not; a tie returns the stake. To gain you must be right more often than the break-even rate shown with it, which is above one half. Guessing by chance loses over time.',
      comment,
    }),
  },
  {
    id: 'liquidation',
    title: msg({ message: 'Leverage and liquidation', comment: heading }),
    text: msg({
      message:
        'With leverage you can lose your whole margin within moments. When your equity at the index price is at or below the maintenance margin, the position is reduced in steps. A liquidation order never fills below the bankruptcy value; what finds no buyer there waits while you have equity left. With none left, the insurance fund takes over within published limits; otherwise the position is closed against the most profitable ones of the other side.',
      comment,
    }),
  },
  {
    id: 'liability',
    title: msg({ message: 'Our liability', comment: heading }),
    text: msg({
      message:
        'We are liable for your balance as the journal shows it, and for damage we cause by breaking these terms. We are not liable for price movements, for networks of others, or for mistakes of your own. The journal is the record of what happened; you can check your part of it.',
      comment,
    }),
  },
  {
    id: 'freezing',
    title: msg({ message: 'Freezing and closing', comment: heading }),
    text: msg({
      message:
        'You can freeze your account in one step; two of our staff unfreeze it once your identity is confirmed. We freeze an account ourselves only where the law requires it or on serious suspicion, by two people, with the reason recorded. You can close your account whenever nothing is open in it, and your balance is paid out.',
      comment,
    }),
  },
  {
    id: 'complaints',
    title: msg({ message: 'Complaints', comment: heading }),
    text: msg({
      message:
        'Write to customer service; a person answers. A complaint about a price or a fill is answered with the journal entries and the sources behind it. Your rights under the law of your country are unaffected.',
      comment,
    }),
  },
  {
    id: 'changes',
    title: msg({ message: 'Changes of these terms', comment: heading }),
    text: msg({
      message:
        'Every version of these terms has a date. When they change we ask you to agree before you trade again. If you do not agree, you can still cancel your orders and withdraw your balance.',
      comment,
    }),
  },
];
