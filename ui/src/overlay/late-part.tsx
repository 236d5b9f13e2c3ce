// Components whose code loads after the page. If a fetch fails, only that component is missing.
// It is fetched again on its next use or when the connection returns.
import { type ComponentType, type ReactNode, useEffect, useReducer } from 'react';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { isStaleChunk } from '../newer-build/index.ts';
import { toast } from './toast.tsx';

export interface LatePartProps<P> {
  readonly of: P;
  /** Shown until the component is loaded. */
  readonly missing?: ReactNode;
  /** Called when the fetch failed. */
  readonly onMissing?: (() => void) | undefined;
}

export interface LatePart<P> {
  (props: LatePartProps<P>): ReactNode;
  /** Whether the code is loaded. */
  readonly isHere: () => boolean;
}

/** Makes a component from its loader. Errors other than a failed fetch are thrown where the component is rendered. */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): LatePart<P> {
  let Part: ComponentType<P> | undefined;
  function Late({ of, missing = null, onMissing }: LatePartProps<P>): ReactNode {
    const [broken, look] = useReducer((_: unknown, error: unknown) => ({ error }), undefined);
    useEffect(() => {
      if (Part) return undefined;
      let isOver = false;
      const fetchPart = async (): Promise<void> => {
        try {
          Part = await load();
          if (!isOver) look(undefined);
        } catch (error) {
          if (isOver) return;
          if (!isStaleChunk(error)) look(error);
          else onMissing?.();
        }
      };
      void fetchPart();
      const again = (): void => void fetchPart();
      addEventListener('online', again);
      return () => {
        isOver = true;
        removeEventListener('online', again);
      };
      // What it hears is of the first drawing: a part that is wanted anew is drawn anew.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, []);
    if (broken?.error !== undefined) throw broken.error;
    return Part ? <Part {...of} /> : missing;
  }
  return Object.assign(Late, { isHere: () => Part !== undefined });
}

/** Shows a notice that a part of the page is missing. */
export function showMissing(): void {
  toast({
    id: 'missing',
    kind: 'warn',
    title: i18n._(msg`This part of the page could not be loaded. Check the connection and try again.`),
  });
}
