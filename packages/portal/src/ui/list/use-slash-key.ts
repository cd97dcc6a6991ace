import { useEffect, type RefObject } from 'react';

/** Whether the key has a modifier, or was pressed in a text input or a dialog. */
const isHandledElsewhere = ({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  altKey ||
  metaKey ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null);

/** Focuses an input and selects its text when `/` is pressed. */
export const useSlashKey = (input: RefObject<HTMLInputElement | null>): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || isHandledElsewhere(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
};
