import { isIPv6 } from 'node:net';

const mappedPrefix = /^::ffff:(?=\d+\.)/i;
/** Groups of an IPv6 address that identify the network: a single subscriber controls every address in it. */
const networkGroups = 4;

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** The network of an IPv6 address (its first 64 bits); an IPv4 address, also one mapped into IPv6, as IPv4 address. */
export const sourceOf = (address: string): string => {
  const plain = address.replace(mappedPrefix, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  // An embedded IPv4 address at the end takes two groups.
  const taken = first.length + last.length + (plain.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : 8 - taken;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return `${groups
    .slice(0, networkGroups)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};
