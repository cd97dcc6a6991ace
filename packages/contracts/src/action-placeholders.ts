const pattern = /\{\{([^{}]*)\}\}/g;

/** Names of the placeholders `{{Name}}` in a text, each once. Names are case-sensitive. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name.trim())),
];

/** The text with each placeholder replaced by what `valueOf` answers for its name. */
export const fillPlaceholders = (text: string, valueOf: (name: string) => string): string =>
  text.replaceAll(pattern, (_, name: string) => valueOf(name.trim()));
