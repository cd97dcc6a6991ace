/** The text with control characters and halves of surrogate pairs replaced: JSON and PostgreSQL can store it. */
export const printable = (text: string): string => text.toWellFormed().replaceAll(/[\u0000-\u001f\u007f]/g, '\ufffd');
