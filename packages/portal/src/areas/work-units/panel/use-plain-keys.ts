import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Where keys are typed as text, or belong to a list or a menu before the panel. A closed select takes no letter that is a
 * command.
 */
const ownPlaces = 'input, textarea, select, [contenteditable], [role="listbox"], [role="menu"]';

const isPlainKey = ({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  !ctrlKey && !altKey && !metaKey && !(target instanceof Element && target.closest(ownPlaces));

const openModal = '.MuiModal-root:not(.MuiModal-hidden)';

/**
 * Whether a key belongs to the panel or screen around a place: the focus is in it, or on what is behind the panel while
 * nothing is open above it.
 */
const isKeyOf = (place: Element | null, { target }: KeyboardEvent): boolean => {
  const focused = target instanceof Element ? target.closest(`[role="dialog"], ${openModal}`) : null;
  const foremost = focused ?? [...document.querySelectorAll(openModal)].at(-1);
  return place !== null && (!foremost || foremost.contains(place));
};

/**
 * Calls what a letter is for while the component is mounted, except where letters are typed, and in what is open above the
 * panel that holds `place`.
 */
export const usePlainKeys = (
  place: RefObject<Element | null>,
  commands: Readonly<Record<string, (() => void) | undefined>>,
): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = isPlainKey(event) && isKeyOf(place.current, event) ? commands[event.key] : undefined;
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
