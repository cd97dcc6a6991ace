/** A GUID as text, in any case of its letters. Not bound to a version: ids of other systems count as well. */
export const guidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a GUID. */
export const isGuid = (text: string): boolean => guidPattern.test(text);
