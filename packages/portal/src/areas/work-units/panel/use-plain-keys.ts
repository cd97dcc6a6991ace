import { useEffect, useEffectEvent } from 'react';

/**
 * Where keys are typed as text, or belong to a list, a menu or a dialog before the panel. A closed select takes no letter
 * that is a command.
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
    // Before a closed select, which would choose the option that begins with the letter.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
};
