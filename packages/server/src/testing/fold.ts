/** Folds a text by the full case folding of Unicode, as `cfs.fold` does. */
export const fold = (text: string): string =>
  text
    .split('ı')
    .map((part) => part.replaceAll('ẞ', 'ß').toUpperCase().toLowerCase().replaceAll('ς', 'σ'))
    .join('ı');
