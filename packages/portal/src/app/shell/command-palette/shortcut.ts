const isApple = /Mac|iPhone|iPad/.test(window.navigator.userAgent);

/** What the modifier key is called where the person sits. */
export const modifierName = isApple ? '⌘' : 'Ctrl';

/** Whether a key press asks for the palette: Ctrl-K, and on Apple's keyboards Cmd-K, where Ctrl-K edits text. */
export const asksForPalette = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !event.defaultPrevented;
