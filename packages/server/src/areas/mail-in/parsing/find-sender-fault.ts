import parseHeader from 'mailauth/lib/parse-dkim-headers.js';

/** A header line of a mail as it arrived. */
export interface HeaderLine {
  /** In lower case. */
  readonly key: string;
  readonly line: string;
}

const domainOf = (address = ''): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Whether two domains are equal, or one is a subdomain of the other (relaxed alignment of RFC 7489). */
const isAligned = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`));

/**
 * Returns the reason why the sender of a mail is not authenticated; `undefined` if it is. Only the topmost
 * `Authentication-Results` with the name of the delivering mail server counts: that server added it, while those below
 * may be forged by the sender. A sign-in at that server is sufficient. Otherwise DMARC decides if the domain has a
 * policy; if not, SPF or DKIM must authenticate the domain of `From`.
 */
export const findSenderFault = (
  headers: readonly HeaderLine[],
  authservId: string,
  sender: string,
): string | undefined => {
  const results = headers
    .filter(({ key }) => key === 'authentication-results')
    .map(({ line }) => parseHeader(line.replaceAll(/\r?\n/g, ' ')).parsed)
    .find(({ value = '' }) => value.split(' ')[0]?.toLowerCase() === authservId);
  if (!results) return `The mail has no Authentication-Results of ${authservId}.`;
  const { auth, dkim = [], dmarc, spf } = results;
  const from = domainOf(sender);
  const isOf = (domain: string): boolean => isAligned(domain, from);
  if (auth?.value === 'pass' && isOf(domainOf(auth.smtp?.['auth']))) return undefined;
  if (dmarc && dmarc.value !== 'none')
    return dmarc.value === 'pass' && isOf(dmarc.header?.['from']?.toLowerCase() ?? from)
      ? undefined
      : `DMARC of ${from}: ${dmarc.value}.`;
  if (spf?.value === 'pass' && isOf(domainOf(spf.smtp?.['mailfrom']))) return undefined;
  const signed = dkim.filter(({ value }) => value === 'pass');
  if (signed.some(({ header = {} }) => isOf(header['d']?.toLowerCase() ?? domainOf(header['i'])))) return undefined;
  return `Neither SPF nor DKIM verifies that the mail is from ${from}.`;
};
