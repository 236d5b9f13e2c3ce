// Panels, tags, notes, receipts and the logo.
export { Case, CoinRing, Logo, Mark, Note, Pane, Tag, type PaneProps, type TagTone } from './paper.tsx';
export { JournalLine, JournalMark, Slip, SlipCut, SlipLines, SlipSum, type SlipLine } from './slip.tsx';
