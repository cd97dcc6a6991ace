const share = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** The share of what is up to date with two decimals; a dash when there is nothing. */
export const upToDateShare = (total: number, outdated: number): string =>
  total === 0 ? '–' : share.format((total - outdated) / total);
