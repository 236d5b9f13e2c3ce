// Which of the three layouts the window is wide enough for (look §9).

/** One column up to here; the working width; the wide layout. */
export const PHONE_QUERY = '(max-width: 760px)';
/** From here on the panes are the reader's own. */
export const FREE_QUERY = '(min-width: 981px)';
export const WORKING_QUERY = '(min-width: 1281px)';
export const WIDE_QUERY = '(min-width: 1720px)';
