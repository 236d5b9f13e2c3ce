// What the guide remembers: of each account on this device, and of the tour.
export {
  type AccountMemory,
  accountMemory,
  noteAccount,
  noteTour,
  type TourMemory,
  tourMemory,
  useGuideMemory,
} from './memory.ts';
