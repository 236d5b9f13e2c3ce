// Times as text.
export {
  dateFormats,
  formatAge,
  formatClock,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatExport,
  formatMoment,
  formatOffset,
  zoneOffsets,
  type DateFormat,
  type OffsetMinutes,
  type TimeOptions,
} from './format.ts';
export { periodOf, type Days, type Period } from './period.ts';
