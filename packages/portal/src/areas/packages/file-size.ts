const units = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Formats a number of bytes: `12.5 MiB`. */
export const fileSize = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  const value = bytes / 1024 ** power;
  return `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power - 1] ?? ''}`;
};
