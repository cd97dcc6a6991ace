import type { Permission } from '@cfs/contracts/permissions';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import {
  workUnitFields,
  type WorkUnit,
  type WorkUnitCreate,
  type WorkUnitFields,
  type WorkUnitRelation,
} from '@cfs/contracts/work-units';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { countCall, type CountedCall } from '../../../platform/limits/count-call.ts';
import { invalid } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { validateAnswers } from '../../intake/validate-answers.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';
import { readCustomFields } from '../../tenants/read-custom-fields.ts';
import { insertWorkUnit } from './insert-work-unit.ts';
import { findByIdempotencyKey, internalIdOf } from './repeated-creation.ts';
import { checkApprovers, knownPeople } from '../approvals/check-approvers.ts';
import { checkReferences } from '../changes/check-references.ts';
import { expectFamily, familyOf, lockFamilies } from '../relations/expect-family.ts';
import { canonicalRelation, expectReference } from '../relations/related-entity.ts';
import { expectRelationRoom } from '../relations/relation-rows.ts';
import { recordUnitMails } from '../mails/unit-mail.ts';
import { unitMailsOf } from '../mails/unit-mails.ts';
import { toWorkUnit } from '../list/work-unit-wire.ts';

const settable = Object.keys(workUnitFields) as (keyof WorkUnitFields)[];

/** The fields and the form version that result from the answers to the tenant's intake form; none for other types. */
const intakeOf = async (
  db: ScopedDatabase,
  tenantId: string,
  unit: WorkUnitFields,
): Promise<{ readonly fields: Partial<WorkUnitFields>; readonly version: number | null }> => {
  if (unit.workUnitTypeId !== workUnitTypes.Intake) return { fields: {}, version: null };
  const { version, ...fields } = await validateAnswers(db, tenantId, unit.properties);
  return { fields, version };
};

/** Throws 400 for an entity of another tenant, for two parents, and for a parent with children; 409 beyond a limit. */
const checkRelations = async (
  db: ScopedDatabase,
  tenantId: string,
  relations: readonly WorkUnitRelation[],
): Promise<void> => {
  for (const relation of relations) {
    await expectReference(db, tenantId, relation);
    // Parents and children are limited separately, below.
    if (relation.referenceType !== 'WorkUnit') continue;
    await expectRelationRoom(db, { tenantId, workUnitId: Number(relation.referenceId) }, 'WorkUnit');
  }
  const families = relations.map((relation) => familyOf(undefined, relation)).filter((family) => family !== undefined);
  if (families.length === 0) return;
  const parents = new Set(families.flatMap(({ parentId }) => parentId ?? []));
  const children = families.flatMap(({ childId }) => childId ?? []);
  if (parents.size > 1) throw invalid({ Relations: ['A work unit can have only one parent.'] });
  if (parents.size > 0 && children.length > 0)
    throw invalid({ Relations: ['A new work unit can have a parent or children, not both.'] });
  await lockFamilies(db, tenantId);
  for (const family of families) await expectFamily(db, tenantId, family);
};

/**
 * Creates a unit for a caller in the tenant of the body, by default that of the request. Throws 404 unless the caller
 * has the permission there, and 400 with the field if an id, option, relation or approver is not valid for the tenant.
 * The stakeholder, the approvers and the assignee are mailed. The answers (`properties`) of an Intake unit are
 * validated against the tenant's form, which also determines title and description. If the caller has created a unit
 * with the same idempotency key before, that unit is returned in its current state. `counts` names a rate limit of the
 * caller: throws 429 beyond it.
 */
export const createWorkUnit = async (
  services: Services,
  context: Context,
  permission: Permission | readonly Permission[],
  unit: WorkUnitCreate,
  counts?: CountedCall,
): Promise<WorkUnit> => {
  const people = await knownPeople(services);
  return services.gate.write(context, { permission, shared: true }, async (db, change) => {
    const tenantId = unit.tenantId ?? context.tenantId;
    await expectTenant(db, context, permission, tenantId);
    const internalWorkUnitId = unit.idempotencyKey && internalIdOf(context, tenantId, unit.idempotencyKey);
    const before = internalWorkUnitId ? await findByIdempotencyKey(db, tenantId, internalWorkUnitId) : undefined;
    if (before) return toWorkUnit(before);
    if (counts) await countCall(services, db, context, counts);
    const given = Object.fromEntries(settable.map((field) => [field, unit[field]])) as unknown as WorkUnitFields;
    const intake = await intakeOf(db, tenantId, given);
    const fields = { ...given, ...intake.fields };
    await checkReferences(db, {
      tenantId,
      typeId: fields.workUnitTypeId,
      fields,
      snapshot: people.snapshot,
      readDefinitions: () => readCustomFields(db, tenantId),
    });
    checkApprovers(people, tenantId, fields);
    const relations = unit.relations.map(canonicalRelation);
    await checkRelations(db, tenantId, relations);
    const made = toWorkUnit(
      await insertWorkUnit(services, db, change, {
        tenantId,
        internalWorkUnitId,
        fields,
        relations,
        intakeFormVersion: intake.version,
      }),
    );
    await recordUnitMails(services, db, context, made, unitMailsOf(people, context, undefined, made));
    return made;
  });
};
