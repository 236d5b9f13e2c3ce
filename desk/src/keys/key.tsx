// A key beside the text it belongs to. Decorative: the help names it for screen readers.
import style from './keys.module.css';

export function Key({ children }: { readonly children: string }) {
  return (
    <kbd className={style['key']} aria-hidden="true">
      {children}
    </kbd>
  );
}
