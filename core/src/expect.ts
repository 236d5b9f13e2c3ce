/** What an audit expected: a text, or a function that builds it when it is needed. */
export type Expected = string | (() => string);

/** Checks one invariant: throws with `what` was expected unless it `holds`. */
export type Expect = (holds: boolean, what: Expected) => void;

export const textOf = (what: Expected): string => (typeof what === 'string' ? what : what());
