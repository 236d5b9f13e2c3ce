// What rules ask about identifiers and values.

/** Whether an identifier only names a member, a field or a type. */
export function namesOnly(node) {
  const above = node.parent;
  if (above?.type === 'MemberExpression') return above.property === node && !above.computed;
  if (above?.type === 'Property' || above?.type === 'PropertyDefinition' || above?.type === 'MethodDefinition')
    return above.key === node && !above.computed && !above.shorthand;
  return (above?.type ?? '').startsWith('TS') && !/^TS(As|Satisfies|NonNull|Instantiation)/.test(above.type);
}

/** A value without the types it is given. */
export const bare = (node) => (/^TS(As|Satisfies)Expression$/.test(node?.type ?? '') ? bare(node.expression) : node);
