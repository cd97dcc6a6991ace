import { operatingSystems } from '@cfs/contracts/device-enumerations';

/** The operating systems that a package can support, by name and number. */
export const supportedSystems = Object.entries(operatingSystems).filter(([, number]) => number > 0);

/** The names of the operating systems in a sum of their numbers; `Unknown` if there is none. */
export const operatingSystemNames = (sum: number): string =>
  supportedSystems
    .filter(([, number]) => (sum & number) !== 0)
    .map(([name]) => name)
    .join(', ') || 'Unknown';

/** The names for every possible sum, for exports. */
export const operatingSystemWords = {
  of: Object.fromEntries(
    Array.from({ length: 2 * Math.max(...supportedSystems.map(([, number]) => number)) }, (_, sum) => [
      sum,
      operatingSystemNames(sum),
    ]),
  ),
  other: 'Unknown',
};
