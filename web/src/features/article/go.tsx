// Links whose addresses come from data: paths of the page are opened by the router, others by the browser.
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

/** A path of this page, which the router opens. */
export function isOwnPath(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/');
}

/** Handles clicks on links inside of an element: the router opens paths of the page. */
export function useGo(): (event: MouseEvent<HTMLElement>) => void {
  const { history } = useRouter();
  return (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const href = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
    if (href === undefined || href === null || !isOwnPath(href)) return;
    event.preventDefault();
    history.push(href);
  };
}

export function Go({
  to,
  className,
  children,
}: {
  readonly to: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const go = useGo();
  return (
    <a href={to} className={className} onClick={go}>
      {children}
    </a>
  );
}
