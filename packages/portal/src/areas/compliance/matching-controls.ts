/** The controls whose name or title contains the text, ignoring case; all controls for an empty text. */
export const matchingControls = <Control extends { readonly name: string; readonly title: string }>(
  controls: readonly Control[],
  text: string,
): readonly Control[] => {
  const wanted = text.trim().toLowerCase();
  return wanted === ''
    ? controls
    : controls.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(wanted));
};
