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
import { takeAnswers } from '../../intake/take-answers.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';
import { readCustomFields } from '../../tenants/read-custom-fields.ts';
import { insertWorkUnit } from './insert-work-unit.ts';
import { findMadeBefore, internalIdOf } from './repeated-creation.ts';
import { checkApprovers, knownPeople } from '../approvals/check-approvers.ts';
import { checkReferences } from '../changes/check-references.ts';
import { expectFamily, familyOf, holdFamilies } from '../relations/expect-family.ts';
import { canonicalRelation, expectReference } from '../relations/related-entity.ts';
import { expectRelationRoom } from '../relations/relation-rows.ts';
import { recordUnitMails } from '../mails/unit-mail.ts';
import { unitMailsOf } from '../mails/unit-mails.ts';
import { toWorkUnit } from '../list/work-unit-wire.ts';

const settable = Object.keys(workUnitFields) as (keyof WorkUnitFields)[];

/** What the answers to the tenant's intake form make of a unit; nothing for a unit of another type. */
const intakeOf = async (
  db: ScopedDatabase,
  tenantId: string,
  unit: WorkUnitFields,
): Promise<{ readonly fields: Partial<WorkUnitFields>; readonly version: number | null }> => {
  if (unit.workUnitTypeId !== workUnitTypes.Intake) return { fields: {}, version: null };
  const { version, ...fields } = await takeAnswers(db, tenantId, unit.properties);
  return { fields, version };
};

/** Throws 400 for an entity of another tenant and for two parents, 409 for a family that the new unit cannot have. */
const checkRelations = async (
  db: ScopedDatabase,
  tenantId: string,
  relations: readonly WorkUnitRelation[],
): Promise<void> => {
  for (const relation of relations) {
    await expectReference(db, tenantId, relation);
    // Parents and children have a limit of their own.
    if (relation.referenceType !== 'WorkUnit') continue;
    await expectRelationRoom(db, { tenantId, workUnitId: Number(relation.referenceId) }, 'WorkUnit');
  }
  const families = relations.map((relation) => familyOf(undefined, relation)).filter((family) => family !== undefined);
  if (families.length === 0) return;
  const parents = new Set(families.flatMap(({ parentId }) => parentId ?? []));
  const children = families.flatMap(({ childId }) => childId ?? []);
  if (parents.size > 1) throw invalid({ Relations: ['A work unit has one parent.'] });
  if (parents.size > 0 && children.length > 0)
    throw invalid({ Relations: ['A new work unit has a parent or children, not both.'] });
  await holdFamilies(db, tenantId);
  for (const family of families) await expectFamily(db, tenantId, family);
};

/**
 * Makes a unit for a person, in the tenant that the body names (else the request's), if the caller holds the permission
 * there: 404 when not, 400 with the field when an id, option, relation or approver of the body does not fit the tenant.
 * The stakeholder, the approvers and the assignee are mailed. The answers (`properties`) of an Intake unit are checked
 * against the tenant's form, which also gives it its title and description. A unit that the caller has made under the same
 * idempotency key is returned as it is now. `counts` names what the caller may not do
 * too often: 429 beyond that.
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
    const before = internalWorkUnitId ? await findMadeBefore(db, tenantId, internalWorkUnitId) : undefined;
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
