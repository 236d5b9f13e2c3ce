// Margin borrowing's face.

export { Margin } from './domain.ts';
export { type Broker, MarginRoom } from './room.ts';
