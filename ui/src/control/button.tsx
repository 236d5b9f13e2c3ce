// Buttons. A view has one main button; in an order ticket it takes the colour of the side.
import { useState, type ButtonHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classes } from '../theme/index.ts';
import style from './control.module.css';

export type ButtonTone = 'plain' | 'main' | 'buy' | 'sell' | 'quiet';
export type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonLook {
  readonly tone?: ButtonTone | undefined;
  readonly size?: ButtonSize | undefined;
  readonly wide?: boolean | undefined;
}

/** The class of a button, for links that look like one (`<Link className={buttonClass({ tone: 'main' })}>`). */
export function buttonClass(
  { tone = 'plain', size = 'medium', wide = false }: ButtonLook = {},
  className?: string,
): string {
  return classes(
    style['button'],
    tone !== 'plain' && style[tone],
    size !== 'medium' && style[size],
    wide && style['wide'],
    className,
  );
}

export interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
  /** While true, the button shows a busy state and ignores presses. */
  readonly busy?: boolean | undefined;
}

export function Button({
  tone,
  size,
  wide,
  className,
  type = 'button',
  busy = false,
  disabled,
  onClick,
  onFocus,
  onBlur,
  children,
  ...rest
}: ButtonProps) {
  const [focused, setFocused] = useState(false);
  const isOff = disabled === true || busy;
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      // A disabled button would lose the focus for good. A focused one keeps it until the button is enabled again.
      disabled={isOff && !focused}
      aria-disabled={isOff || undefined}
      onClick={(event) => (isOff ? event.preventDefault() : onClick?.(event))}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        if (!isOff) setFocused(false);
        onBlur?.(event);
      }}
      className={buttonClass({ tone, size, wide }, className)}
    >
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** What the button does: its accessible name and tooltip. */
  readonly label: string;
  /** For toggles: whether it is on. */
  readonly pressed?: boolean | undefined;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with an icon only. Used for close, theme, full screen, favourite and reveal. */
export function IconButton({ label, pressed, className, type = 'button', children, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={classes(style['icon'], className)}
    >
      {children}
    </button>
  );
}

/** The class of an icon button, for links that look like one. */
export const iconButtonClass: string = style['icon'] ?? '';
