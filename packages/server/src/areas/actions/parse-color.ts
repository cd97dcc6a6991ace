import { blockColors } from '@cfs/contracts/block-enumerations';

const byName: ReadonlyMap<string, string> = new Map(
  Object.entries(blockColors).map(([name, color]) => [name.toLowerCase(), color]),
);

/** Six hexadecimal digits of a colour that is given by its name or by its digits, with or without `#`. */
export const parseColor = (text: string): string | undefined => {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  return digits?.toUpperCase() ?? byName.get(text.trim().toLowerCase());
};
