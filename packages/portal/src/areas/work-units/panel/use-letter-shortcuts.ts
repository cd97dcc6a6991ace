import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Elements in which keys are text, or belong to a list or a menu rather than to the panel. A closed select is not one
 * of them: it does not receive letters that are shortcuts.
 */
const textEntrySelectors = 'input, textarea, select, [contenteditable], [role="listbox"], [role="menu"]';

const isPlainKey = ({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  !ctrlKey && !altKey && !metaKey && !(target instanceof Element && target.closest(textEntrySelectors));

const openModal = '.MuiModal-root:not(.MuiModal-hidden)';

/**
 * Whether a key belongs to the panel or screen around `place`: the focus is in it, or behind the panel while nothing is
 * open above it.
 */
const isKeyOf = (place: Element | null, { target }: KeyboardEvent): boolean => {
  const focused = target instanceof Element ? target.closest(`[role="dialog"], ${openModal}`) : null;
  const foremost = focused ?? [...document.querySelectorAll(openModal)].at(-1);
  return place !== null && (!foremost || foremost.contains(place));
};

/**
 * Runs the commands of single-letter shortcuts while the component is mounted, except where text is typed, and in what
 * is open above the panel that contains `place`.
 */
export const useLetterShortcuts = (
  place: RefObject<Element | null>,
  commands: Readonly<Record<string, (() => void) | undefined>>,
): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = isPlainKey(event) && isKeyOf(place.current, event) ? commands[event.key] : undefined;
    if (!command) return;
    // Prevents the letter from being typed into the element that the command focuses.
    event.preventDefault();
    command();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    // In the capture phase: a closed select would otherwise choose the option that begins with the letter.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
};
