// Which of the three layouts the window is wide enough for (look §9).

/** One column up to here; the working width; the wide layout. */
export const PHONE_QUERY = '(max-width: 47.5em)';
/** From here on the panes are the reader's own. */
export const FREE_QUERY = '(min-width: 61.3125em)';
export const WORKING_QUERY = '(min-width: 80.0625em)';
export const WIDE_QUERY = '(min-width: 107.5em)';
