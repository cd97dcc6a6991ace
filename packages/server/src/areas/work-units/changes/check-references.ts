import { customFieldOptions, customFieldTypes } from '@cfs/contracts/tenants';
import { customValueNames, type WorkUnitFields } from '@cfs/contracts/work-units';
import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
import { findCategoryPair } from '../../categories/find-category-pair.ts';
import { isProtocolOf } from '../../protocols/is-protocol-of.ts';
import { findAssignmentGroups } from '../../tenants/find-assignment-groups.ts';
import type { CustomFields } from '../../tenants/read-custom-fields.ts';
import { FieldFaults } from './field-faults.ts';
import { findAssignee } from './find-assignee.ts';

interface Checked {
  readonly db: ScopedDatabase;
  readonly tenantId: string;
  /** The type of the unit, even if it is not among the fields. */
  readonly typeId: number;
  readonly fields: Partial<WorkUnitFields>;
  readonly snapshot: AccessSnapshot;
  /** Reads the tenant's custom fields; called only when a custom value is among the fields. */
  readonly readDefinitions: () => Promise<CustomFields>;
  readonly faults: FieldFaults;
}

type Check = (checked: Checked) => Promise<void>;

const catalogueOwners = (tenantId: string): readonly string[] => [tenantId, systemTenantId];

const checkProtocol: Check = async ({ db, tenantId, fields: { protocolId }, faults }) => {
  if (!protocolId) return;
  if (!(await isProtocolOf(db, catalogueOwners(tenantId), protocolId)))
    faults.add('protocolId', 'Please choose a protocol of the tenant.');
};

const checkCategory: Check = async ({ db, tenantId, typeId, fields, faults }) => {
  const category = fields.workUnitCategoryId ?? null;
  const subcategory = fields.workUnitSubcategoryId ?? null;
  if (category === null && subcategory === null) return;
  const found = await findCategoryPair(db, catalogueOwners(tenantId), category, subcategory);
  if (found.typeId === undefined) faults.add('workUnitCategoryId', 'Please choose a category of the tenant.');
  else if (found.typeId !== typeId)
    faults.add('workUnitCategoryId', 'Please choose a category for work units of this type.');
  else if (subcategory !== null && !found.hasSubcategory)
    faults.add('workUnitSubcategoryId', 'Please choose a subcategory of the category.');
};

const checkCustomValues: Check = async ({ fields, readDefinitions, faults }) => {
  const given = customValueNames.filter((name) => (fields[name] ?? '') !== '');
  if (given.length === 0) return;
  const definitions = await readDefinitions();
  for (const name of given) {
    const definition = definitions[customValueNames.indexOf(name)];
    if (!definition) faults.add(name, 'The tenant has no such field.');
    else if (
      definition.Type === customFieldTypes.Dropdown &&
      !customFieldOptions(definition).includes(fields[name] ?? '')
    )
      faults.add(name, `${definition.Name} must be one of its options.`);
  }
};

const checkAssignmentGroup: Check = async ({ db, tenantId, fields: { assignmentGroup }, faults }) => {
  if (!assignmentGroup) return;
  if (!(await findAssignmentGroups(db, tenantId)).includes(assignmentGroup))
    faults.add('assignmentGroup', 'Please choose an assignment group of the tenant.');
};

const checkAssignee: Check = async ({ tenantId, fields: { assignedTo }, snapshot, faults }) => {
  if (assignedTo && findAssignee(snapshot, tenantId, assignedTo) === undefined)
    faults.add('assignedTo', 'Please choose a person or a group with access to the tenant.');
};

const checks = [checkProtocol, checkCategory, checkCustomValues, checkAssignmentGroup, checkAssignee];

/**
 * Throws 400 if a value among the fields is not valid for the tenant: the protocol; the category, which must belong to
 * the unit's type, with its subcategory; the custom values; the assignment group; the person or group that the unit is
 * assigned to. Protocols and categories of the System tenant are valid as well.
 */
export const checkReferences = async (db: ScopedDatabase, checked: Omit<Checked, 'db' | 'faults'>): Promise<void> => {
  const faults = new FieldFaults();
  await settleAll(checks.map((check) => check({ ...checked, db, faults })));
  faults.refuse();
};
