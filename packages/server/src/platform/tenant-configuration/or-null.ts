/** A text of the file as bodies have it: `null` for none. */
export const orNull = (text: string): string | null => (text === '' ? null : text);
