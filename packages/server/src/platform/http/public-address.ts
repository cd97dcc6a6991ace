import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

/** One list per family: the range of mapped addresses would else hold every IPv4 address. */
const closed = { ipv4: new BlockList(), ipv6: new BlockList() };
/** What IANA's registry of special-purpose addresses does not call globally reachable, multicast, and 192.88.99.0/24. */
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
 * All beyond 2000::/3, which alone is handed out to the internet: loopback, mapped and translated IPv4, private,
 * link-local and multicast addresses, and 100::/64, 64:ff9b::/96, 5f00::/16. Within it, what protocols and
 * documentation use, and 2002::/16, which carries IPv4 addresses.
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

/** The addresses under which this machine reaches itself, whatever range they lie in. */
const machineAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []);

/** An address that actions may not call. */
export class ClosedAddressError extends Error {
  override readonly name = 'ClosedAddressError';
}

/**
 * Whether an IP address lies in the open internet: not this machine (`own`), its networks, a cloud's metadata, or a
 * range that is reserved.
 */
export const isPublicAddress = (address: string, own: readonly string[] = machineAddresses()): boolean => {
  const family = isIP(address);
  if (family === 0) return false;
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  if (closed[kind].check(address, kind)) return false;
  const ownList = new BlockList();
  for (const each of own) ownList.addAddress(each, isIPv6(each) ? 'ipv6' : 'ipv4');
  return !ownList.check(address, kind);
};

/** Resolves a name and refuses when any of its addresses is closed; the connection then goes to a checked address. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (refused || !first) {
      return callback(new ClosedAddressError(`${hostname} is not an address that actions may call.`), '');
    }
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
