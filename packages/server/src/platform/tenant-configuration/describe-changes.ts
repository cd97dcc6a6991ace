import type { ItemChange } from './compare-configuration.ts';
import type { ConfigurationPart } from './configuration-part.ts';
import { labelOf } from './stored-configuration.ts';

const signs = { create: '+', change: '~', delete: '-', disable: '-', retire: '-', keep: '=' } as const;

/** Maximum characters of a text that is printed. */
const printedCharacters = 40;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inWords = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= printedCharacters && !value.includes('\n')
    ? JSON.stringify(value)
    : undefined;
};

const memberLine = (part: ConfigurationPart, name: string, before: unknown, after: unknown): string => {
  const [from, to] = [inWords(before), inWords(after)];
  return from === undefined || to === undefined || part.unprinted?.some((each) => each === name)
    ? `    ${name}`
    : `    ${name}: ${from} → ${to}`;
};

/** The lines of the members that differ. */
const memberLines = (part: ConfigurationPart, before: unknown, after: unknown): string[] => {
  if (!isRecord(before) || !isRecord(after)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => memberLine(part, name, before[name], after[name]));
};

/** One line for a change, without its values. */
export const headline = ({ verb, part, name }: ItemChange): string => {
  const label = labelOf(part, name);
  if (verb === 'keep' && part.form === 'list' && part.removal.verb === 'keep')
    return `${signs.keep} ${label} is not in the file and stays: ${part.removal.reason}`;
  return verb === 'disable' || verb === 'retire' ? `${signs[verb]} ${label} (${verb})` : `${signs[verb]} ${label}`;
};

/** The changes as lines, each with the members that differ. */
export const describeChanges = (changes: readonly ItemChange[]): string[] =>
  changes.flatMap((change) => [
    headline(change),
    ...(change.verb === 'change' ? memberLines(change.part, change.stored.item, change.wanted.item) : []),
  ]);

/** The numbers of created, changed and removed items. */
export const countChanges = (changes: readonly ItemChange[]) => {
  const count = (...verbs: readonly ItemChange['verb'][]): number =>
    changes.filter(({ verb }) => verbs.includes(verb)).length;
  return { created: count('create'), changed: count('change'), removed: count('delete', 'disable', 'retire') };
};
