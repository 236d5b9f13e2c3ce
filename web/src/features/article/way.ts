// Which page of the help centre an address names.

export type Way =
  | { readonly page: 'centre' }
  | { readonly page: 'topic'; readonly id: string }
  | { readonly page: 'article'; readonly kind: string; readonly id: string }
  /** A group's path goes to its first child, an unknown one (undefined) to the home page (spec §2). */
  | { readonly page: 'elsewhere'; readonly to: 'main/index' | undefined };

/** @param path what follows `/article/` */
export function wayOf(path: string): Way {
  const parts = path.split('/').filter((part) => part !== '');
  const [main, page, first, second] = parts;
  if (main === undefined || (main === 'main' && parts.length === 1)) return { page: 'elsewhere', to: 'main/index' };
  if (main === 'main') {
    if (page === 'index' && parts.length === 2) return { page: 'centre' };
    if ((page === 'categories' || page === 'sections') && first !== undefined && parts.length === 3)
      return { page: 'topic', id: first };
    if (page === 'content' && first !== undefined && second !== undefined && parts.length === 4)
      return { page: 'article', kind: first, id: second };
  }
  return { page: 'elsewhere', to: undefined };
}
