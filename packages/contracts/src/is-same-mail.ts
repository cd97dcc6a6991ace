const folded = (mail: string | null): string => (mail ?? '').trim().toLowerCase();

/** Whether two mails are one person's: the case of their letters does not count. An absent mail is nobody's. */
export const isSameMail = (one: string | null, other: string | null): boolean =>
  folded(one) !== '' && folded(one) === folded(other);
