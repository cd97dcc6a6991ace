import { randomUUID } from 'node:crypto';
import { Problem } from '../problems.ts';
import type { ItemChange } from './compare-configuration.ts';
import type { ConfigurationPart, Reading, Within } from './configuration-part.ts';
import { ConfigurationRefused } from './configuration-refused.ts';
import { ItemFaults } from './item-faults.ts';
import type { Names } from './names.ts';
import { firstFaults, type Locate } from './read-yaml.ts';
import { labelOf } from './stored-configuration.ts';
import type { WantedConfiguration } from './wanted-configuration.ts';

/** The id of an item that does not exist yet, while only its name is checked. */
const placeholder = '00000000-0000-4000-8000-000000000000';

const deleteRemovedNames = (names: Names, changes: readonly ItemChange[]): void => {
  for (const { verb, part, stored } of changes.flatMap((each) => ('stored' in each ? [each] : [])))
    if (verb === 'delete' && part.form === 'list')
      for (const [kind, name] of part.namesIn?.(stored.item) ?? []) names.remove(kind, name);
};

/** The names after all changes, so that every item of the file can be checked before any is created. */
const expectedNames = (names: Names, { parts }: WantedConfiguration): Names => {
  const expected = names.copy();
  for (const { part, items } of parts)
    if (part.form === 'list')
      for (const { item } of items)
        for (const [kind, name] of part.namesIn?.(item) ?? [])
          if (!expected.has(kind, name)) expected.add(kind, name, placeholder);
  return expected;
};

/**
 * Checks every item that will be created or changed.
 *
 * @throws ConfigurationRefused with the line of each fault.
 */
const checkItems = (reading: Reading, changes: readonly ItemChange[], wanted: WantedConfiguration): void => {
  const names = expectedNames(reading.names, wanted);
  const faults = changes.flatMap((change) => {
    if (!('wanted' in change)) return [];
    const { item, path } = change.wanted;
    try {
      change.part.toBody(item, { ...reading, names });
      return [];
    } catch (error) {
      if (!(error instanceof ItemFaults)) throw error;
      return error.faults.map((fault) => `${wanted.locate([...path, ...fault.path])}: ${fault.message}`);
    }
  });
  if (faults.length > 0) throw new ConfigurationRefused(firstFaults(faults));
};

/** Converts the refusal of a command to an error with the line of its item; other errors are returned unchanged. */
const explained = (error: unknown, change: ItemChange, locate: Locate): unknown => {
  if (!(error instanceof Problem) || error.status >= 500) return error;
  const place = 'wanted' in change ? `${locate(change.wanted.path)}: ` : '';
  return new ConfigurationRefused([`${place}The ${labelOf(change.part, change.name)}: ${error.detail}`]);
};

const store = async (within: Within, change: ItemChange, ids: ReadonlyMap<ItemChange, string>): Promise<void> => {
  const { part } = change;
  if (change.verb === 'create' && part.form === 'list')
    await part.create(within, part.toBody(change.wanted.item, within), ids.get(change) ?? randomUUID());
  if (change.verb === 'change') await part.change(within, change.stored.row, part.toBody(change.wanted.item, within));
};

const remove = async (within: Within, change: ItemChange): Promise<void> => {
  const { part } = change;
  if (part.form === 'list' && part.removal.verb !== 'keep' && change.verb === part.removal.verb && 'stored' in change)
    await part.removal.run(within, change.stored.row);
};

/** Chooses the ids of the new items of a part, if they may name each other, and adds their names. */
const chooseIds = (part: ConfigurationPart, changes: readonly ItemChange[], names: Names): Map<ItemChange, string> => {
  const ids = new Map<ItemChange, string>();
  if (part.form !== 'list' || part.chosenIds === undefined) return ids;
  for (const change of changes)
    if (change.verb === 'create') {
      const id = randomUUID();
      ids.set(change, id);
      names.add(part.chosenIds, change.name, id);
    }
  return ids;
};

/**
 * Creates and changes items in the order of the parts, then removes others in reverse order, with the commands that the
 * screens use.
 *
 * @throws ConfigurationRefused with the line of an item that a command refuses.
 */
export const applyItemChanges = async (
  within: Within,
  parts: readonly ConfigurationPart[],
  changes: readonly ItemChange[],
  wanted: WantedConfiguration,
): Promise<void> => {
  deleteRemovedNames(within.names, changes);
  checkItems(within, changes, wanted);
  const attempt = async (change: ItemChange, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      throw explained(error, change, wanted.locate);
    }
  };
  for (const part of parts) {
    const own = changes.filter((each) => each.part === part);
    const ids = chooseIds(part, own, within.names);
    for (const change of own) await attempt(change, () => store(within, change, ids));
  }
  for (const part of parts.toReversed())
    for (const change of changes.filter((each) => each.part === part))
      await attempt(change, () => remove(within, change));
};
