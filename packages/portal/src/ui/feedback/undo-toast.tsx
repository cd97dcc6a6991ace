import Button from '@mui/material/Button';
import { closeSnackbar, enqueueSnackbar, type SnackbarKey } from 'notistack';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Longer than the auto-hide time of other toasts. */
const undoMilliseconds = 12_000;

/** Mounted undo buttons, oldest first: Ctrl+Z presses the newest. */
const mountedButtons: HTMLElement[] = [];

const unregister = (button: HTMLElement | null): void => {
  const place = mountedButtons.findIndex((each) => each === button);
  if (place >= 0) mountedButtons.splice(place, 1);
};

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' &&
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !altKey &&
  !(target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]'));

interface UndoButtonProps {
  readonly toast: SnackbarKey;
  /** Until the toast closes; postponed while it is hovered or focused. */
  readonly milliseconds: number;
  readonly onUndo: () => void;
}

/** Reverts the action of its toast. Ctrl+Z presses it as well, except in text fields. */
const UndoButton = ({ toast, milliseconds, onUndo }: UndoButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const isUsed = useRef(false);
  const undo = (): void => {
    if (isUsed.current) return;
    isUsed.current = true;
    unregister(button.current);
    closeSnackbar(toast);
    onUndo();
  };
  const undoByKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || !isUndoKey(event) || mountedButtons.at(-1) !== button.current) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const own = button.current;
    if (!own) return;
    mountedButtons.push(own);
    window.addEventListener('keydown', undoByKey);
    return () => {
      unregister(own);
      window.removeEventListener('keydown', undoByKey);
    };
  }, []);
  useEffect(() => {
    const end = (): void => {
      if (button.current?.closest('.toast')?.matches(':hover, :focus-within')) timer = setTimeout(end, 1_000);
      else closeSnackbar(toast);
    };
    let timer = setTimeout(end, milliseconds);
    return () => clearTimeout(timer);
  }, [toast, milliseconds]);
  return (
    <Button ref={button} color="inherit" aria-keyshortcuts="Control+Z Meta+Z" title="Ctrl+Z" onClick={undo}>
      Undo
    </Button>
  );
};

/** Shows a toast with an Undo button. */
export const notifyWithUndo = (message: string, onUndo: () => void, time: number = undoMilliseconds): void => {
  enqueueSnackbar(message, {
    variant: 'info',
    persist: true,
    action: (key) => <UndoButton toast={key} milliseconds={time} onUndo={onUndo} />,
  });
};
