// A key drawn beside the word it stands for; decoration, the help tells it to screen readers.
import style from './keys.module.css';

export function Key({ children }: { readonly children: string }) {
  return (
    <kbd className={style['key']} aria-hidden="true">
      {children}
    </kbd>
  );
}
