/** The name of an enumeration as a text: `TimesInARow` → `Times in a row`. */
export const inWords = (name: string): string => {
  const spaced = name.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
