import type { Permission } from '@cfs/contracts/permissions';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { workUnitFields, type WorkUnit, type WorkUnitCreate, type WorkUnitFields } from '@cfs/contracts/work-units';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { takeAnswers } from '../intake/take-answers.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { insertWorkUnit } from './insert-work-unit.ts';
import { checkReferences } from './check-references.ts';
import { expectReference } from './relations.ts';
import { toWorkUnit } from './work-unit-wire.ts';

const settable = Object.keys(workUnitFields) as (keyof WorkUnitFields)[];

/** What the answers to the tenant's intake form make of a unit; nothing for a unit without answers. */
const intakeOf = async (
  db: ScopedDatabase,
  tenantId: string,
  unit: WorkUnitFields,
): Promise<Partial<WorkUnitFields>> =>
  unit.workUnitTypeId === workUnitTypes.Intake && unit.properties !== null
    ? takeAnswers(db, tenantId, unit.properties)
    : {};

/**
 * Makes a unit for a person, in the tenant that the body names (else the request's), if the caller holds the permission
 * there: 404 when not, 400 with the field when an id, option or relation of the body does not fit the tenant. An Intake unit with
 * answers (`properties`) is checked against the tenant's form, which also gives it its title and description.
 */
export const createWorkUnit = (
  services: Services,
  context: Context,
  permission: Permission | readonly Permission[],
  unit: WorkUnitCreate,
): Promise<WorkUnit> =>
  services.gate.write(context, { permission, shared: true }, async (db) => {
    const tenantId = unit.tenantId ?? context.tenantId;
    await expectTenant(db, context, permission, tenantId);
    const given = Object.fromEntries(settable.map((field) => [field, unit[field]])) as unknown as WorkUnitFields;
    const fields = { ...given, ...(await intakeOf(db, tenantId, given)) };
    await checkReferences(db, tenantId, fields);
    for (const relation of unit.relations) await expectReference(db, tenantId, relation);
    return toWorkUnit(await insertWorkUnit(services, db, context, { tenantId, fields, relations: unit.relations }));
  });
