// The sections of an article, from the ids that the server gives them.

export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** Headings of the second level, in order. */
export function headingsOf(html: string): readonly Heading[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return [...parsed.querySelectorAll('h2[id]')].map(({ id, textContent }) => ({ id, text: textContent ?? '' }));
}
