// Observes commands: `ask` changes nothing and agrees with the real run; a refusal changes nothing except its key.

import type { Exchange } from '../src/index.ts';
import { must } from './finding.ts';
import type { Watch } from './journal.ts';
import type { Random } from './random.ts';
import { type CommandWords, commandName, isKeyed, ownKinds } from './words.ts';
import type { Reply } from './auditor/external-facts.ts';
import { DONE } from '../src/schema/index.ts';

export class Observer implements Watch {
  /** Refusals whose digest was compared; commands that were asked first. */
  compared = 0;
  asked = 0;
  private readonly random: Random;
  private readonly each: number;
  private digest = '';
  private answer = 0;

  /** Observes one command in `each`. */
  constructor(random: Random, each: number) {
    this.random = random;
    this.each = each;
  }

  before(exchange: Exchange, words: CommandWords): void {
    this.digest = '';
    if (this.each > 1 && !this.random.once(this.each)) return;
    this.digest = exchange.digest();
    this.answer = exchange.ask(words, 0).code;
    this.asked += 1;
    must(exchange.digest() === this.digest, () => `asking about ${commandName(words[0] as number)} changed the state`);
  }

  after(exchange: Exchange, reply: Reply): void {
    if (this.digest === '') return;
    const { words, code } = reply;
    const name = commandName(words[0] as number);
    if (ownKinds.has(words[0] as number) && code !== 400 && !isKeyed(words))
      must(this.answer === code, () => `${name} is answered ${code}, asked before it was ${this.answer}`);
    if (code === DONE) return;
    this.compared += 1;
    must(exchange.digest() === this.digest, () => `money §12.4: ${name} refused with ${code} changed the state`);
  }
}
