import { notify } from './notify.ts';

/** Copies a text, and says so where the browser does not allow it. Answers whether it was copied. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notify.error('Copying is not allowed in this browser. Select the text and copy it.');
    return false;
  }
};
