import { createHash } from 'node:crypto';
import { metricLimits } from '@cfs/contracts/metric-sources';
import { printable } from './printable.ts';

const hashCharacters = 16;

type Attribute = readonly [key: string, value: string];

/** An attribute, formatted for a name. */
interface Pair {
  readonly key: string;
  readonly text: string;
}

const byKey = ({ key: one }: Pair, { key: other }: Pair): number => (one === other ? 0 : one < other ? -1 : 1);

const quoted = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

const pairOf = ([key, value]: Attribute): Pair => ({ key, text: printable(`${key}="${quoted(value)}"`) });

/** Returns the first characters of a name and its hash, without building the complete name. */
const shortened = (start: string, pairs: readonly Pair[]): string => {
  const kept = metricLimits.fieldName - hashCharacters - 1;
  const hash = createHash('sha256');
  let shown = '';
  const add = (text: string): void => {
    hash.update(text);
    if (shown.length < kept) shown += text.slice(0, kept - shown.length);
  };
  add(start);
  for (const [index, { text }] of pairs.entries()) {
    add(index === 0 ? '{' : ',');
    add(text);
  }
  if (pairs.length > 0) add('}');
  return `${shown.toWellFormed()}~${hash.digest('hex').slice(0, hashCharacters)}`;
};

/** Returns the name of a field; `more` are attributes in addition to the common ones. */
export type NameField = (name: string, more?: readonly Attribute[]) => string;

/**
 * Creates a function that names fields with a common set of attributes. The set may be large, so that names without
 * further attributes are cached. A name is `name`, or `name{key="value",…}` with the attributes sorted by key in the
 * order of code units. A name of more than 200 characters is truncated, and ends with `~` and 16 hexadecimal digits of
 * the SHA-256 of the complete name.
 */
export const createFieldNames = (attributes: Iterable<Attribute>): NameField => {
  const common = Array.from(attributes, pairOf).sort(byKey);
  const made = new Map<string, string>();
  const make = (name: string, more: readonly Attribute[]): string => {
    const pairs = more.length === 0 ? common : [...common, ...more.map(pairOf)].sort(byKey);
    const start = printable(name);
    const characters = pairs.reduce((sum, { text }) => sum + text.length + 1, start.length + 1);
    if (characters > metricLimits.fieldName && (pairs.length > 0 || start.length > metricLimits.fieldName))
      return shortened(start, pairs);
    return pairs.length === 0 ? start : `${start}{${pairs.map(({ text }) => text).join(',')}}`;
  };
  return (name, more = []) => {
    const known = more.length === 0 ? made.get(name) : undefined;
    if (known !== undefined) return known;
    const whole = make(name, more);
    if (more.length === 0) made.set(name, whole);
    return whole;
  };
};

/** The name of one field; see `createFieldNames`. */
export const fieldName = (name: string, attributes: Iterable<Attribute>): string => createFieldNames(attributes)(name);
