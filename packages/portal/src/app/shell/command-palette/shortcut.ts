const isApple = /Mac|iPhone|iPad/.test(window.navigator.userAgent);

/** The name of the modifier key on this platform. */
export const modifierName = isApple ? '⌘' : 'Ctrl';

/** Whether a key press is the shortcut: Ctrl-K, on Apple platforms Cmd-K, because Ctrl-K edits text there. */
export const isPaletteShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !event.defaultPrevented;
