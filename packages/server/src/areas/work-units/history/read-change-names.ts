import { customValueNames, type CustomValueName } from '@cfs/contracts/work-units';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
import { findCategoryNames, findSubcategoryNames } from '../../categories/find-category-names.ts';
import { findProtocolNames } from '../../protocols/find-protocol-names.ts';
import type { CustomFields } from '../../tenants/read-custom-fields.ts';
import type { ChangedFields, ChangeNames } from '../changes/describe-changes.ts';

const finders = {
  protocolId: findProtocolNames,
  workUnitCategoryId: (db: ScopedDatabase, ids: readonly string[]) => findCategoryNames(db, ids.map(Number)),
  workUnitSubcategoryId: (db: ScopedDatabase, ids: readonly string[]) => findSubcategoryNames(db, ids.map(Number)),
} as const;

const fields = Object.keys(finders) as (keyof typeof finders)[];

const isGiven = (value: string | number | null | undefined): value is string | number =>
  value !== null && value !== undefined;

/** Reads the names that describe the changes of a unit; reads nothing for changes without names. */
export const readChangeNames = async (
  db: ScopedDatabase,
  readDefinitions: () => Promise<CustomFields>,
  before: ChangedFields,
  after: ChangedFields,
): Promise<ChangeNames> => {
  const names = new Map<string, ReadonlyMap<string, string>>();
  const findNames = async (field: keyof typeof finders): Promise<void> => {
    const ids = [before[field], after[field]].filter(isGiven).map(String);
    if (ids.length > 0) names.set(field, await finders[field](db, ids));
  };
  await settleAll(fields.filter((field) => field in after).map(findNames));
  const labels = new Map<string, string>();
  const changed = customValueNames.filter((name) => name in after);
  if (changed.length > 0) {
    const definitions = await readDefinitions();
    const definitionOf = (name: CustomValueName) => definitions[customValueNames.indexOf(name)];
    for (const name of changed) labels.set(name, definitionOf(name)?.Name ?? name);
  }
  return { labels, valueOf: (field, value) => names.get(field)?.get(String(value)) };
};
