import { useEffect, type RefObject } from 'react';

/** Whether a key belongs to where it was pressed: to something that takes text, or to a panel over the screen. */
const isTaken = ({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  altKey ||
  metaKey ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null);

/** The key `/` gives the focus to an input, with its text selected, from anywhere on the screen. */
export const useSlashKey = (input: RefObject<HTMLInputElement | null>): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || isTaken(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
};
