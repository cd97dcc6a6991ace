import Button from '@mui/material/Button';
import { closeSnackbar, enqueueSnackbar, type SnackbarKey } from 'notistack';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Milliseconds in which a person can think better of it: longer than a toast that is only read. */
const undoTime = 12_000;

/** The undo buttons that stand, oldest first: the key speaks to the newest. */
const standing: HTMLElement[] = [];

const forget = (button: HTMLElement | null): void => {
  const place = standing.findIndex((each) => each === button);
  if (place >= 0) standing.splice(place, 1);
};

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' &&
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !altKey &&
  !(target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]'));

interface UndoButtonProps {
  readonly toast: SnackbarKey;
  /** Milliseconds until the toast goes; not while the pointer or the focus is in it. */
  readonly time: number;
  readonly onUndo: () => void;
}

/** Takes back what its toast tells; Ctrl+Z does so too while it stands, outside of text fields. */
const UndoButton = ({ toast, time, onUndo }: UndoButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const isUsed = useRef(false);
  const undo = (): void => {
    if (isUsed.current) return;
    isUsed.current = true;
    forget(button.current);
    closeSnackbar(toast);
    onUndo();
  };
  const undoByKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || !isUndoKey(event) || standing.at(-1) !== button.current) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const own = button.current;
    if (!own) return;
    standing.push(own);
    window.addEventListener('keydown', undoByKey);
    return () => {
      forget(own);
      window.removeEventListener('keydown', undoByKey);
    };
  }, []);
  useEffect(() => {
    const end = (): void => {
      if (button.current?.closest('.toast')?.matches(':hover, :focus-within')) timer = setTimeout(end, 1_000);
      else closeSnackbar(toast);
    };
    let timer = setTimeout(end, time);
    return () => clearTimeout(timer);
  }, [toast, time]);
  return (
    <Button ref={button} color="inherit" aria-keyshortcuts="Control+Z Meta+Z" title="Ctrl+Z" onClick={undo}>
      Undo
    </Button>
  );
};

/** Says that something was done, with a button that takes it back as long as the toast stands. */
export const notifyWithUndo = (message: string, onUndo: () => void, time: number = undoTime): void => {
  enqueueSnackbar(message, {
    variant: 'info',
    persist: true,
    action: (key) => <UndoButton toast={key} time={time} onUndo={onUndo} />,
  });
};
