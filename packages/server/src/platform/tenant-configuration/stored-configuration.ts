import type { ConfigurationPart, Reading } from './configuration-part.ts';
import { ConfigurationRefused } from './configuration-refused.ts';
import { faultsOf, ItemFaults } from './item-faults.ts';
import { firstFaults } from './read-yaml.ts';

/** A row in the form of the file. */
export interface StoredItem {
  readonly row: unknown;
  /** The name of an item of a list; empty for a single value. */
  readonly name: string;
  /** Without members that have their defaults. */
  readonly written: unknown;
  /** With every default. */
  readonly item: unknown;
}

/** The stored items of a part, sorted by name. */
export interface StoredPart {
  readonly part: ConfigurationPart;
  readonly items: readonly StoredItem[];
}

/** The label of an item in the plan and in messages. */
export const labelOf = ({ noun }: ConfigurationPart, name: string): string =>
  name === '' ? noun : `${noun} "${name}"`;

const byName = (left: StoredItem, right: StoredItem): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

const readItem = (part: ConfigurationPart, row: unknown, reading: Reading, faults: string[]): StoredItem[] => {
  const label = (written: unknown): string => {
    const name = typeof written === 'object' && written !== null && 'name' in written ? written.name : undefined;
    return labelOf(part, typeof name === 'string' ? name : '');
  };
  let written: unknown;
  try {
    written = part.toItem(row, reading);
  } catch (error) {
    if (!(error instanceof ItemFaults)) throw error;
    const named = typeof row === 'object' && row !== null && 'name' in row ? row : undefined;
    faults.push(`The ${label(named)} cannot be written: ${error.message}`);
    return [];
  }
  const parsed = part.schema.safeParse(written);
  if (!parsed.success) {
    const messages = faultsOf(parsed.error).map(({ path, message }) => `${path.join('.')}: ${message}`);
    faults.push(`The ${label(written)} cannot be written: ${messages.join(' ')}`);
    return [];
  }
  const item = parsed.data;
  return [{ row, name: part.form === 'list' ? part.nameOf(item) : '', written, item }];
};

/**
 * Reads the stored items of each part.
 *
 * @throws ConfigurationRefused if two items have the same name, or an item refers to a row that no longer exists.
 */
export const readStored = async (parts: readonly ConfigurationPart[], reading: Reading): Promise<StoredPart[]> => {
  const faults: string[] = [];
  const stored: StoredPart[] = [];
  for (const part of parts) {
    const rows = part.form === 'list' ? await part.read(reading) : [await part.read(reading)];
    const items = rows.flatMap((row) => readItem(part, row, reading, faults)).sort(byName);
    for (const [index, { name }] of items.entries())
      if (index > 0 && items[index - 1]?.name === name)
        faults.push(`There are two of the ${labelOf(part, name)}. Give one of them another name.`);
    stored.push({ part, items });
  }
  if (faults.length > 0) throw new ConfigurationRefused(firstFaults(faults));
  return stored;
};
