import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

/** One list for each family; with a common list the range of mapped addresses would contain every IPv4 address. */
const closed = { ipv4: new BlockList(), ipv6: new BlockList() };
/**
 * Ranges that IANA's special-purpose address registry does not call globally reachable, multicast, and 192.88.99.0/24.
 */
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  closed.ipv4.addSubnet(network, bits, 'ipv4');
}
/**
 * Everything outside of 2000::/3, the only range allocated to the internet: loopback, mapped and translated IPv4,
 * private, link-local and multicast addresses, 100::/64, 64:ff9b::/96 and 5f00::/16. Within it, ranges for protocols
 * and documentation, and 2002::/16, which embeds IPv4 addresses.
 */
for (const [network, bits] of [
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
] as const) {
  closed.ipv6.addSubnet(network, bits, 'ipv6');
}

/** The addresses of this machine's interfaces, regardless of their range. */
const machineAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []);

/** An address that actions must not call. */
export class ClosedAddressError extends Error {
  override readonly name = 'ClosedAddressError';
}

/** Whether an IP address is public: not this machine (`own`), its networks, cloud metadata or a reserved range. */
export const isPublicAddress = (address: string, own: readonly string[] = machineAddresses()): boolean => {
  const family = isIP(address);
  if (family === 0) return false;
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  if (closed[kind].check(address, kind)) return false;
  const ownList = new BlockList();
  for (const each of own) ownList.addAddress(each, isIPv6(each) ? 'ipv6' : 'ipv4');
  return !ownList.check(address, kind);
};

/** Which addresses may be called, and how names are resolved. */
export interface Network {
  /** `hostname` is the name that resolved to the address, if any. */
  readonly isOpen: (address: string, hostname?: string) => boolean;
  readonly resolve: (
    hostname: string,
    options: LookupAllOptions,
    callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void;
}

/** The public internet, with names resolved by this machine's resolver. */
export const publicNetwork: Network = { isOpen: (address) => isPublicAddress(address), resolve: lookup };

/**
 * Resolves a name once and refuses when any of its addresses is closed. The connection goes to an address that was
 * checked, so a name that changes its address between check and connection reaches nothing else.
 */
export const lookupIn =
  (network: Network): LookupFunction =>
  (hostname, options, callback) => {
    network.resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const refused = addresses.find(({ address }) => !network.isOpen(address, hostname));
      const [first] = addresses;
      if (refused || !first) {
        return callback(new ClosedAddressError(`${hostname} is not an address that actions may call.`), '');
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** Resolves names to public addresses only. */
export const lookupPublic: LookupFunction = lookupIn(publicNetwork);
