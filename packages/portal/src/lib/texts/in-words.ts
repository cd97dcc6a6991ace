/**
 * The name of an enumeration as a text: `TimesInARow` → `Times in a row`. A name with digits, such as `WinX64`, is a
 * proper name and stays.
 */
export const inWords = (name: string): string => {
  if (/\d/.test(name)) return name;
  const spaced = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
