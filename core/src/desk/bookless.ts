// What the desk needs to know of markets that have a state but no orders.

/** Markets without a book (second contracts): their product says what state they are in. */
export interface Bookless {
  sells(market: number): boolean;
  standing(market: number): number;
  stop(market: number, state: number): void;
}
