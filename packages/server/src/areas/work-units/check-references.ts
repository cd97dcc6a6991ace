import { customFieldOptions, customFieldTypes } from '@cfs/contracts/tenants';
import { customValueNames, type WorkUnitFields } from '@cfs/contracts/work-units';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { together } from '../../platform/database/together.ts';
import { findCategoryPair } from '../categories/find-category-pair.ts';
import { isProtocolOf } from '../protocols/is-protocol-of.ts';
import { readCustomFields } from '../tenants/read-custom-fields.ts';
import { FieldFaults } from './field-faults.ts';

type Check = (
  db: ScopedDatabase,
  tenantId: string,
  fields: Partial<WorkUnitFields>,
  faults: FieldFaults,
) => Promise<void>;

const catalogueOwners = (tenantId: string): readonly string[] => [tenantId, systemTenantId];

const checkProtocol: Check = async (db, tenantId, { protocolId }, faults) => {
  if (!protocolId) return;
  if (!(await isProtocolOf(db, catalogueOwners(tenantId), protocolId)))
    faults.add('protocolId', 'Please choose a protocol of the tenant.');
};

const checkCategory: Check = async (db, tenantId, fields, faults) => {
  const category = fields.workUnitCategoryId ?? null;
  const subcategory = fields.workUnitSubcategoryId ?? null;
  if (category === null && subcategory === null) return;
  const found = await findCategoryPair(db, catalogueOwners(tenantId), category, subcategory);
  if (!found.category) faults.add('workUnitCategoryId', 'Please choose a category of the tenant.');
  else if (subcategory !== null && !found.subcategory)
    faults.add('workUnitSubcategoryId', 'Please choose a subcategory of the category.');
};

const checkCustomValues: Check = async (db, tenantId, fields, faults) => {
  const given = customValueNames.filter((name) => (fields[name] ?? '') !== '');
  if (given.length === 0) return;
  const definitions = await readCustomFields(db, tenantId);
  for (const name of given) {
    const definition = definitions[customValueNames.indexOf(name)];
    if (definition?.Type !== customFieldTypes.Dropdown) continue;
    if (!customFieldOptions(definition).includes(fields[name] ?? ''))
      faults.add(name, `${definition.Name} must be one of its options.`);
  }
};

/**
 * Throws 400 when an id or option among the fields does not fit the tenant: its protocol, its category with its
 * subcategory, the options of its custom values. Rows of the tenant and of the System tenant count.
 */
export const checkReferences = async (
  db: ScopedDatabase,
  tenantId: string,
  fields: Partial<WorkUnitFields>,
): Promise<void> => {
  const faults = new FieldFaults();
  await together([checkProtocol, checkCategory, checkCustomValues].map((check) => check(db, tenantId, fields, faults)));
  faults.refuse();
};
