import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** One list per family: the range of mapped addresses would else hold every IPv4 address. */
const closed = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  closed.ipv4.addSubnet(network, bits, 'ipv4');
}
/** Loopback, private, link-local and multicast, and the ranges that carry IPv4 addresses inside. */
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  closed.ipv6.addSubnet(network, bits, 'ipv6');
}

/** An address that actions may not call. */
export class ClosedAddressError extends Error {
  override readonly name = 'ClosedAddressError';
}

/** Whether an IP address lies in the open internet: not this machine, its networks, or a cloud's metadata. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  return family !== 0 && !closed[kind].check(address, kind);
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
