import { customFieldOptions, customFieldTypes } from '@cfs/contracts/tenants';
import { customValueNames, type WorkUnitFields } from '@cfs/contracts/work-units';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { isProtocolOf } from '../protocols/is-protocol-of.ts';
import { findCategoryPair } from '../categories/find-category-pair.ts';
import { readCustomFields } from '../tenants/read-custom-fields.ts';

type Faults = Record<string, string[]>;

const catalogueOwners = (tenantId: string): readonly string[] => [tenantId, systemTenantId];

const categoryFaults = async (
  db: ScopedDatabase,
  tenantId: string,
  fields: Pick<WorkUnitFields, 'workUnitCategoryId' | 'workUnitSubcategoryId'>,
): Promise<Faults> => {
  const { workUnitCategoryId, workUnitSubcategoryId } = fields;
  if (workUnitCategoryId === null && workUnitSubcategoryId === null) return {};
  const pair = await findCategoryPair(db, catalogueOwners(tenantId), workUnitCategoryId, workUnitSubcategoryId);
  if (workUnitCategoryId === null || !pair.category)
    return { workUnitCategoryId: ['Please choose a category of the tenant.'] };
  if (workUnitSubcategoryId !== null && !pair.subcategory)
    return { workUnitSubcategoryId: ['Please choose a subcategory of the category.'] };
  return {};
};

const customValueFaults = async (
  db: ScopedDatabase,
  tenantId: string,
  fields: Partial<WorkUnitFields>,
): Promise<Faults> => {
  const given = customValueNames.filter((name) => (fields[name] ?? '') !== '');
  if (given.length === 0) return {};
  const definitions = await readCustomFields(db, tenantId);
  const faults: Faults = {};
  for (const name of given) {
    const definition = definitions[customValueNames.indexOf(name)];
    if (definition?.Type !== customFieldTypes.Dropdown) continue;
    const options = customFieldOptions(definition);
    if (!options.includes(String(fields[name]))) faults[name] = [`${definition.Name} must be one of its options.`];
  }
  return faults;
};

/**
 * What is wrong with the ids and options that some fields of a unit point to, by field: its protocol, its category and
 * subcategory, the options of its custom values. Rows of the tenant and of the System tenant count.
 */
export const referenceFaults = async (
  db: ScopedDatabase,
  tenantId: string,
  fields: Partial<WorkUnitFields>,
): Promise<Faults> => {
  const protocolId = fields.protocolId ?? null;
  const protocolMissing = protocolId !== null && !(await isProtocolOf(db, catalogueOwners(tenantId), protocolId));
  return {
    ...(protocolMissing && { protocolId: ['Please choose a protocol of the tenant.'] }),
    ...(await categoryFaults(db, tenantId, {
      workUnitCategoryId: fields.workUnitCategoryId ?? null,
      workUnitSubcategoryId: fields.workUnitSubcategoryId ?? null,
    })),
    ...(await customValueFaults(db, tenantId, fields)),
  };
};
