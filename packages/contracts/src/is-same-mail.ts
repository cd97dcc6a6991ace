const folded = (mail: string | null): string => (mail ?? '').trim().toLowerCase();

/** Whether two mail addresses are equal, ignoring case. A null address equals none. */
export const isSameMail = (one: string | null, other: string | null): boolean =>
  folded(one) !== '' && folded(one) === folded(other);
