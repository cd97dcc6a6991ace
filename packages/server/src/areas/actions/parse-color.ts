import { blockColors } from '@cfs/contracts/block-enumerations';

const byName: ReadonlyMap<string, string> = new Map(
  Object.entries(blockColors).map(([name, color]) => [name.toLowerCase(), color]),
);

/** Returns the six hexadecimal digits of a colour given by name or digits, with or without `#`; else `undefined`. */
export const parseColor = (text: string): string | undefined => {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  return digits?.toUpperCase() ?? byName.get(text.trim().toLowerCase());
};
