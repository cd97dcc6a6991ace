import type { ConfigurationPart } from './configuration-part.ts';
import { ConfigurationRefused } from './configuration-refused.ts';
import { fileSchema } from './configuration-schema.ts';
import { faultsOf, type FaultPath } from './item-faults.ts';
import { firstFaults, readYaml, type Locate } from './read-yaml.ts';
import { labelOf } from './stored-configuration.ts';

/** An item of the file, with every default. */
export interface WantedItem {
  readonly name: string;
  readonly item: unknown;
  readonly path: FaultPath;
}

/** The content of the file for a part. */
export interface WantedPart {
  readonly part: ConfigurationPart;
  readonly items: readonly WantedItem[];
}

/** The content of a file. */
export interface WantedConfiguration {
  /** The parts that the file contains. */
  readonly parts: readonly WantedPart[];
  readonly locate: Locate;
}

const itemsOf = (part: ConfigurationPart, value: unknown): WantedItem[] =>
  part.form === 'single'
    ? [{ name: '', item: value, path: [part.key] }]
    : (value as readonly unknown[]).map((item, index) => ({ name: part.nameOf(item), item, path: [part.key, index] }));

/**
 * Reads the text of a file.
 *
 * @throws ConfigurationRefused with the line of each fault.
 */
export const readWanted = (parts: readonly ConfigurationPart[], text: string): WantedConfiguration => {
  const read = readYaml(text);
  if ('faults' in read) throw new ConfigurationRefused(read.faults);
  const { value, locate } = read;
  const parsed = fileSchema(parts).safeParse(value);
  if (!parsed.success)
    throw new ConfigurationRefused(
      firstFaults(faultsOf(parsed.error).map(({ path, message }) => `${locate(path)}: ${message}`)),
    );
  const file: Readonly<Record<string, unknown>> = parsed.data;
  const wanted = parts.flatMap((part) =>
    file[part.key] === undefined ? [] : [{ part, items: itemsOf(part, file[part.key]) }],
  );
  const faults = wanted.flatMap(({ part, items }) => {
    const seen = new Set<string>();
    return items.flatMap(({ name, path }) => {
      const isKnown = seen.has(name);
      seen.add(name);
      return isKnown ? [`${locate(path)}: The ${labelOf(part, name)} occurs twice.`] : [];
    });
  });
  if (faults.length > 0) throw new ConfigurationRefused(firstFaults(faults));
  return { parts: wanted, locate };
};
