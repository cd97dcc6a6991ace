const share = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Formats the share that is up to date, with two decimals; a dash if the total is 0. */
export const upToDateShare = (total: number, outdated: number): string =>
  total === 0 ? '–' : share.format((total - outdated) / total);
