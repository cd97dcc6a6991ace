import { notify } from './notify.ts';

/** Copies a text to the clipboard, and shows an error where the browser refuses. Resolves to whether it was copied. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notify.error('Copying is not allowed in this browser. Select the text and copy it.');
    return false;
  }
};
