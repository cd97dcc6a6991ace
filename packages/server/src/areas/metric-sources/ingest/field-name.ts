import { createHash } from 'node:crypto';
import { metricLimits } from '@cfs/contracts/metric-sources';
import { printable } from './printable.ts';

const hashCharacters = 16;

const byKey = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one === other ? 0 : one < other ? -1 : 1;

const quoted = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

/**
 * The name of a series as a field: `name`, or `name{key="value",…}` with the attributes by key in the order of their
 * code units. A name of more than 200 characters is cut, with `~` and 16 hexadecimal digits of the SHA-256 of the whole.
 */
export const fieldName = (name: string, attributes: Iterable<readonly [string, string]>): string => {
  const pairs = [...attributes].sort(byKey).map(([key, value]) => `${key}="${quoted(value)}"`);
  const whole = printable(pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`);
  if (whole.length <= metricLimits.fieldName) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, hashCharacters);
  const kept = metricLimits.fieldName - hashCharacters - 1;
  return `${whole.slice(0, kept).toWellFormed()}~${hash}`;
};
