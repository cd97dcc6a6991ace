/** Control characters and bidirectional formatting characters, which can disguise a name: `exe.pdf` for `fdp.exe`. */
const misleadingCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Whether a name contains such characters. */
export const isMisleading = (name: string): boolean => name.search(misleadingCharacters) !== -1;

/** A name without such characters, safe to display; each is replaced by the text given. */
export const withoutMisleadingSigns = (name: string, replacement = ''): string =>
  name.replaceAll(misleadingCharacters, replacement);
