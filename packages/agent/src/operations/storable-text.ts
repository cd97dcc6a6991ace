/** Text as the server stores it: well-formed, and without NUL. Characters that it would refuse become U+FFFD. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
