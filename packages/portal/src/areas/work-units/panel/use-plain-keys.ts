import { useEffect, useEffectEvent } from 'react';

/**
 * Where keys are typed as text, or belong to a list, a menu or a dialog before the panel. A closed select takes no letters.
 */
const ownPlaces = 'input, textarea, select, [contenteditable], [role="listbox"], [role="menu"], .MuiDialog-root';

const isPlainKey = ({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  !ctrlKey && !altKey && !metaKey && !(target instanceof Element && target.closest(ownPlaces));

/** Calls what a letter is for while the component is mounted, except where letters are typed. */
export const usePlainKeys = (commands: Readonly<Record<string, (() => void) | undefined>>): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = isPlainKey(event) ? commands[event.key] : undefined;
    if (!command) return;
    // The letter is not typed into what the command focuses.
    event.preventDefault();
    command();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};
