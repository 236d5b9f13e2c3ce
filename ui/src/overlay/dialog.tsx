// A dialog with a question as its title, facts, and two buttons that answer it. The safe button is first and focused.
import type { ReactNode } from 'react';
import { Modal } from '@mantine/core';
import { Button, type ButtonTone } from '../control/index.ts';
import { useScrollLock } from './scroll-lock.ts';
import style from './overlay.module.css';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The label of the safe answer; it closes the dialog. */
  readonly safe?: ReactNode;
  /** The answer that performs the action. */
  readonly act?:
    | {
        readonly label: ReactNode;
        readonly onClick: () => void;
        readonly tone?: ButtonTone;
        readonly busy?: boolean;
        readonly disabled?: boolean;
      }
    | undefined;
  readonly width?: number;
  readonly testId?: string | undefined;
}

export function Dialog({ open, onClose, title, children, safe, act, width = 440, testId }: DialogProps) {
  useScrollLock(open);
  return (
    <Modal.Root
      opened={open}
      onClose={onClose}
      centered
      size={width}
      lockScroll={false}
      transitionProps={{ duration: 180, transition: 'fade-up' }}
      zIndex={50}
      classNames={{ content: style['panel'] ?? '' }}
    >
      <Modal.Overlay className={style['veil'] ?? ''} />
      <Modal.Content data-testid={testId}>
        <Modal.Body className={style['dialogBody'] ?? ''}>
          <Modal.Title className={style['dialogTitle'] ?? ''}>{title}</Modal.Title>
          <div className={style['facts']}>{children}</div>
          {safe === undefined && act === undefined ? null : (
            <div className={style['actions']}>
              {safe === undefined ? null : (
                <Button onClick={onClose} data-autofocus data-testid="keep">
                  {safe}
                </Button>
              )}
              {act === undefined ? null : (
                <Button
                  tone={act.tone ?? 'main'}
                  busy={act.busy}
                  disabled={act.disabled}
                  onClick={act.onClick}
                  data-testid="act"
                >
                  {act.label}
                </Button>
              )}
            </div>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
