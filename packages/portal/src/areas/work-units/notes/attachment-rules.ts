import { attachmentLimitBytes, attachmentTypes } from '@cfs/contracts/work-unit-attachments';

const extensions: ReadonlySet<string> = new Set(Object.values(attachmentTypes).flat());

/** The value of `accept` for a file input. */
export const acceptedFiles = [...extensions].map((extension) => `.${extension}`).join(',');

const mebibyte = 1_048_576;

/** Formats a size in the largest unit in which it is at least one. */
export const formatSize = (bytes: number): string => {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < mebibyte ? `${Math.round(bytes / 1_024)} KiB` : `${(bytes / mebibyte).toFixed(1)} MiB`;
};

/**
 * Returns why a file cannot be attached, before it is sent; `undefined` if it can be. The server also checks its bytes.
 */
export const attachmentFault = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!extensions.has(extension)) return `${name}: files of this type cannot be attached.`;
  if (size === 0) return `${name}: the file is empty.`;
  if (size > attachmentLimitBytes) return `${name}: the file is larger than ${formatSize(attachmentLimitBytes)}.`;
  return undefined;
};
