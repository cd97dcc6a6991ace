import type { ConfigurationPart } from './configuration-part.ts';
import type { StoredItem, StoredPart } from './stored-configuration.ts';
import type { WantedConfiguration, WantedItem } from './wanted-configuration.ts';

/** The change of one item. */
export type ItemChange =
  | { readonly verb: 'create'; readonly part: ConfigurationPart; readonly name: string; readonly wanted: WantedItem }
  | {
      readonly verb: 'change';
      readonly part: ConfigurationPart;
      readonly name: string;
      readonly wanted: WantedItem;
      readonly stored: StoredItem;
    }
  | {
      readonly verb: 'delete' | 'disable' | 'retire' | 'keep';
      readonly part: ConfigurationPart;
      readonly name: string;
      readonly stored: StoredItem;
    };

const isSame = (part: ConfigurationPart, stored: StoredItem, wanted: WantedItem): boolean => {
  const comparable = part.form === 'list' && part.comparable ? part.comparable(stored.item, wanted.item) : stored.item;
  // Schemas output members in a fixed order; the order within an intake form is significant.
  return JSON.stringify(comparable) === JSON.stringify(wanted.item);
};

const removalOf = (part: ConfigurationPart, stored: StoredItem): ItemChange[] => {
  if (part.form === 'single') return [];
  const { removal } = part;
  if (removal.verb !== 'keep' && removal.isDone?.(stored.item)) return [];
  return [{ verb: removal.verb, part, name: stored.name, stored }];
};

/** The changes that make the tenant's configuration equal to the file. Parts that the file omits stay unchanged. */
export const compareConfiguration = (
  storedParts: readonly StoredPart[],
  { parts }: WantedConfiguration,
): readonly ItemChange[] =>
  parts.flatMap(({ part, items }) => {
    const stored = storedParts.find((each) => each.part === part)?.items ?? [];
    const present = new Map(stored.map((each) => [each.name, each]));
    const wantedNames = new Set(items.map(({ name }) => name));
    return [
      ...items.flatMap((wanted): ItemChange[] => {
        const before = present.get(wanted.name);
        if (!before) return [{ verb: 'create', part, name: wanted.name, wanted }];
        return isSame(part, before, wanted)
          ? []
          : [{ verb: 'change', part, name: wanted.name, wanted, stored: before }];
      }),
      ...stored.filter(({ name }) => !wantedNames.has(name)).flatMap((each) => removalOf(part, each)),
    ];
  });
