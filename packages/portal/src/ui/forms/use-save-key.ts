import { useEffect, useRef } from 'react';

interface SaveKeyOptions {
  readonly formId: string;
  /** Called for Ctrl+S or Cmd+S; undefined while there is nothing to save. */
  readonly onSave: (() => void) | undefined;
}

const isSaveKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 's' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Saves a form on Ctrl+S unless the focus is in another dialog. The browser's own save dialog never opens. */
export const useSaveKey = ({ formId, onSave }: SaveKeyOptions): void => {
  const save = useRef(onSave);
  useEffect(() => {
    save.current = onSave;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      const focused = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
      const own = document.getElementById(formId)?.closest('[role="dialog"]');
      if (focused === null || focused === own) save.current?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [formId]);
};
