// Walks the tree of a piece of code.

/** Calls `visit` for every node under `node`; does not descend below a node for which it returns true. */
export function walk(node, visit) {
  if (visit(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') walk(child, visit);
  }
}
