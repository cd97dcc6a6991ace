/** Text as the server stores it: well-formed, and without NUL. What it would refuse becomes U+FFFD. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
