// Contracts: ticket, positions with their dialogs, the simulator, chart lines.
export { Positions, type PositionsProps } from './positions/positions.tsx';
export { ContractTicket, type ContractTicketProps } from './ticket/ticket.tsx';
export { useContractAside } from './use-aside.ts';
export { type ContractLines, useContractLines } from './use-lines.tsx';
