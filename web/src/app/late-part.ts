// A part of the frame whose code comes after it.
import { lazy, type ComponentType } from 'react';
import { isStaleChunk } from '@vitrine/ui';

/** The part; where its code cannot be fetched, `missing` stands in its place. A fault of another kind is passed on. */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>, missing: ComponentType) {
  return lazy(async (): Promise<{ readonly default: ComponentType<P> }> => {
    try {
      return { default: await load() };
    } catch (error) {
      if (!isStaleChunk(error)) throw error;
      return { default: missing as ComponentType<P> };
    }
  });
}

/** Stands for a part that the page does without. */
export const nothing = (): null => null;
