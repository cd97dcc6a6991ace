/** A text of the file in the form of request bodies: `null` if it is empty. */
export const orNull = (text: string): string | null => (text === '' ? null : text);
