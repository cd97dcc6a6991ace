import { BlockList, isIP } from 'node:net';
import type { Network } from './public-address.ts';

/** Destinations that HTTP actions may call although they are not public. */
export interface AllowedAddresses {
  /** Whether the host of a URL is listed by its name. */
  readonly hasHost: (host: string) => boolean;
  /** Whether an IP address is listed, or within a listed range. */
  readonly hasAddress: (address: string) => boolean;
}

const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
/** A host name whose last label is a number is an IPv4 address (RFC 3986), here a malformed one. */
const numericEnd = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i;

const kindOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether the item was added to the list: an address, or a range like `10.1.0.0/16`. */
const addRange = (listed: BlockList, item: string): boolean => {
  const [network = '', bits, ...rest] = item.split('/');
  if (rest.length > 0 || isIP(network) === 0) return false;
  const kind = kindOf(network);
  if (bits === undefined) listed.addAddress(network, kind);
  else {
    if (!/^\d{1,3}$/.test(bits) || Number(bits) > (kind === 'ipv6' ? 128 : 32)) return false;
    listed.addSubnet(network, Number(bits), kind);
  }
  return true;
};

/** One list per family: otherwise a range of mapped addresses would contain every IPv4 address. */
const createRanges = () => ({ ipv4: new BlockList(), ipv6: new BlockList() });

const isIn = (ranges: ReturnType<typeof createRanges>, address: string): boolean =>
  isIP(address) !== 0 && ranges[kindOf(address)].check(address, kindOf(address));

const mappedPrefix = /^::ffff:(?=\d+\.)/i;

/** Addresses and ranges of peers; an IPv4 address that is mapped into IPv6 counts as itself. */
export interface AddressRanges {
  readonly has: (address: string) => boolean;
}

/** The ranges that the items name; `undefined` if one is no address or range. */
export const readAddressRanges = (items: readonly string[]): AddressRanges | undefined => {
  const ranges = createRanges();
  const areAll = items.every((item) => addRange(ranges[kindOf(item.replace(/\/.*/, ''))], item));
  return areAll ? { has: (address) => isIn(ranges, address.replace(mappedPrefix, '')) } : undefined;
};

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');
const withoutRoot = (host: string): string => host.replace(/\.$/, '').toLowerCase();

/** The destinations that the items name; `undefined` if one is no host, address or range. */
export const readAllowedAddresses = (items: readonly string[]): AllowedAddresses | undefined => {
  const ranges = createRanges();
  const hosts = new Set<string>();
  for (const item of items) {
    const text = withoutBrackets(item);
    if (addRange(ranges[kindOf(text.replace(/\/.*/, ''))], text)) continue;
    if (!hostName.test(withoutRoot(item)) || numericEnd.test(withoutRoot(item))) return undefined;
    hosts.add(withoutRoot(item));
  }
  return {
    hasHost: (host) => hosts.has(withoutRoot(host)),
    hasAddress: (address) => isIn(ranges, address),
  };
};

/** A network whose allowed destinations are open as well. */
export const allowIn = (network: Network, allowed: AllowedAddresses): Network => ({
  ...network,
  isOpen: (address, hostname) =>
    network.isOpen(address, hostname) ||
    allowed.hasAddress(address) ||
    (hostname !== undefined && allowed.hasHost(hostname)),
});
