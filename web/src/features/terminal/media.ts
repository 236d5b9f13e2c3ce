// The three layouts by window width (look §9).

/** One column up to here; the working width; the wide layout. */
export const PHONE_QUERY = '(max-width: 47.5em)';
/** From this width on, users can resize the panes. */
export const FREE_QUERY = '(min-width: 61.3125em)';
export const WORKING_QUERY = '(min-width: 80.0625em)';
export const WIDE_QUERY = '(min-width: 107.5em)';
