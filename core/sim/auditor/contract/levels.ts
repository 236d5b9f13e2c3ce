// One side of a book, rebuilt from events: the orders at each price, in order.

/** Prices, best first: a heap that drops empty prices when they reach the top. */
class Heap {
  private readonly prices: number[] = [];
  private readonly sign: number;
  constructor(side: number) {
    this.sign = side === 1 ? -1 : 1;
  }
  get size(): number {
    return this.prices.length;
  }
  top(): number {
    return (this.prices[0] ?? 0) * this.sign;
  }
  push(price: number): void {
    const { prices } = this;
    const value = price * this.sign;
    let at = prices.length;
    prices.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((prices[parent] as number) <= value) break;
      prices[at] = prices[parent] as number;
      at = parent;
    }
    prices[at] = value;
  }
  pop(): void {
    const { prices } = this;
    const last = prices.pop();
    if (last === undefined || prices.length === 0) return;
    let at = 0;
    for (let child = 1; child < prices.length; child = at * 2 + 1) {
      if (child + 1 < prices.length && (prices[child + 1] as number) < (prices[child] as number)) child += 1;
      if ((prices[child] as number) >= last) break;
      prices[at] = prices[child] as number;
      at = child;
    }
    prices[at] = last;
  }
}

/** Order 0 stands for the market maker's order at a price. */
export class Levels {
  private readonly queues = new Map<number, number[]>();
  private readonly heap: Heap;
  private readonly sign: number;

  constructor(side: number) {
    this.sign = side === 1 ? -1 : 1;
    this.heap = new Heap(side);
  }

  /** Adds an order behind those of its price. */
  join(price: number, order: number): void {
    const queue = this.queues.get(price);
    if (queue === undefined) {
      this.queues.set(price, [order]);
      this.heap.push(price);
    } else queue.push(order);
  }

  leave(price: number, order: number): void {
    const queue = this.queues.get(price);
    const at = queue?.indexOf(order) ?? -1;
    if (queue === undefined || at < 0) return;
    queue.splice(at, 1);
    if (queue.length === 0) this.queues.delete(price);
  }

  /** The best price, 0 when the side is empty. */
  best(): number {
    const { heap } = this;
    while (heap.size > 0) {
      const price = heap.top();
      if (this.queues.has(price)) return price;
      heap.pop();
    }
    return 0;
  }

  /** Prices with their orders, best first, at most 500. */
  ranked(): (readonly [price: number, orders: readonly number[]])[] {
    return [...this.queues].toSorted(([a], [b]) => (a - b) * this.sign).slice(0, 500);
  }

  /** The first order accepted by `fills`, by price, then time. Checks all orders. */
  firstOf(fills: (order: number) => boolean): { readonly price: number; readonly order: number } | undefined {
    const prices = [...this.queues.keys()].toSorted((a, b) => (a - b) * this.sign);
    for (const price of prices)
      for (const order of this.queues.get(price) ?? []) if (fills(order)) return { price, order };
    return undefined;
  }

  /** The first order at a price, −1 when none. `passHouse`: skips the market maker's own order. */
  first(price: number, passHouse: boolean): number {
    const queue = this.queues.get(price);
    if (queue === undefined) return -1;
    for (const order of queue) if (order !== 0 || !passHouse) return order;
    return -1;
  }
}
