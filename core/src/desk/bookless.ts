// What the desk needs from markets that have a state but no orders.

/** Markets without an order book (second contracts). Their product holds their state. */
export interface Bookless {
  sells(market: number): boolean;
  standing(market: number): number;
  stop(market: number, state: number): void;
}
