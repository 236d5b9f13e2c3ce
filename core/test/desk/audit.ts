// What the desk's events must have moved, for the event-only auditor; who stands behind each of them.

import { expect } from 'vitest';
import { ACCOUNT_CLASS, WALLET } from '../../src/enum/index.ts';
import { commands, type EventOf, type ExchangeEvent, nameOf } from '../../src/index.ts';
import type { Known } from '../kit/known.ts';
import type { Owe, ProductAudit } from '../kit/products.ts';

export class DeskAudit implements ProductAudit {
  readonly roles = new Map<number, number>();
  readonly open = new Map<number, EventOf<'proposal.changed'>>();
  readonly announced = new Map<number, EventOf<'parameters.changed'>>();
  readonly merchants = new Map<number, number>();

  take(event: ExchangeEvent, known: Known, owe: Owe): boolean {
    switch (event.name) {
      case 'desk.changed':
        this.roles.set(event.operator, event.roles);
        return true;
      case 'desk.acted':
        expect(this.roles.get(event.operator) ?? 0, 'only persons of the desk act').toBeGreaterThan(0);
        return true;
      case 'proposal.changed':
        this.proposal(event);
        return true;
      case 'parameters.changed':
        if (event.state === 1) {
          expect(this.announced.has(event.change)).toBe(false);
          this.announced.set(event.change, event);
        } else
          expect(this.announced.delete(event.change), 'a change is announced before it is anything else').toBe(true);
        return true;
      case 'moved':
        owe(event.from, 0, 0, event.asset, 0, -event.amount);
        owe(event.to, 0, 0, event.asset, 0, event.amount);
        return true;
      case 'corrected':
        owe(ACCOUNT_CLASS.treasury, 0, 0, event.asset, 0, -event.amount);
        owe(ACCOUNT_CLASS.wallet, event.user, WALLET.spot, event.asset, 0, event.amount);
        return true;
      case 'link.changed':
        return true;
      case 'agent.changed':
        expect(known.agents.has(event.user), 'money §10: an agent is set once').toBe(false);
        expect(event.agent, 'money §10: an agent is an earlier user').toBeLessThan(event.user);
        known.agents.set(event.user, event);
        return true;
      case 'merchant.changed':
        this.merchants.set(event.user, event.merchant);
        return true;
      default:
        return false;
    }
  }

  holds(): void {}

  private proposal(event: EventOf<'proposal.changed'>): void {
    if (event.state === 1) {
      expect(this.open.has(event.proposal)).toBe(false);
      expect(commands[nameOf(event.command) as 'correction']).toBeDefined();
      expect([event.words[0]!.word, event.words[1]!.word]).toEqual([event.command, event.words.length]);
      this.open.set(event.proposal, event);
      return;
    }
    const made = this.open.get(event.proposal);
    expect(made, 'a proposal is made before it is settled').toBeDefined();
    expect([event.by, event.command, event.until]).toEqual([made!.by, made!.command, made!.until]);
    if (event.state === 2) expect(event.second, 'two persons').not.toBe(event.by);
    if (event.state === 4) expect(event.second).toBe(0);
    else expect(event.second).toBeGreaterThan(0);
    this.open.delete(event.proposal);
  }
}
