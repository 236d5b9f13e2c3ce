// Public interface of the address book: where a customer's coins may go.

export { type BookOptions, createBook, WAIT } from './book.ts';
