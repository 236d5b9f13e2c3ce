// Events are written by the offsets of their layouts, never by numbers.
import { place } from './place.js';
import { walk } from './walk.js';

/** The only file that may write an event's head and its words in order. */
const eventBuffer = 'core/src/state/event-buffer.ts';

/** Whether an offset is made from layouts only: `at + FILL.price`, without a number. */
function fromLayout(node) {
  let named = false;
  let plain = false;
  walk(node, (one) => {
    if (one.type === 'Literal') plain = true;
    if (one.type === 'MemberExpression' && /^[A-Z][A-Z0-9_]*$/.test(one.object.name ?? '')) named = true;
    return false;
  });
  return named && !plain;
}

export const eventWordsRule = {
  create(context) {
    const here = place(context.filename);
    if (here.workspace !== 'core' || here.area !== 'src' || here.parts.join('/') === eventBuffer) return {};
    return {
      AssignmentExpression({ left }) {
        if (left.type !== 'MemberExpression' || !left.computed) return;
        const { object, property } = left;
        const holder = object.property?.name === 'words' ? object.object : undefined;
        const words = object.name === 'w' || holder?.name === 'out' || holder?.property?.name === 'out';
        if (words && !fromLayout(property))
          context.report({
            node: left,
            message: 'Write an event by its layout (`w[at + FILL.price]`, layoutOf) or with `EventBuffer.record`.',
          });
      },
    };
  },
};
