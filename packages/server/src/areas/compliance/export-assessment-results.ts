import { randomUUID } from 'node:crypto';
import type { AssessmentResultsRequest } from '@cfs/contracts/compliance';
import { controlStatuses } from '@cfs/contracts/control-statuses';
import { nameOf } from '@cfs/contracts/name-of';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { readTenantName } from '../tenants/read-tenant-name.ts';
import { exportEvidence } from './evidence/export-evidence.ts';
import { listEvidenceOf } from './evidence/list-evidence.ts';
import { findControlSet } from './find-control-set.ts';
import { assessmentResults, type AssessedControl } from './oscal/assessment-results.ts';

const permission = 'Compliance:view';

type RecordedControl = Omit<AssessedControl, 'record'> & {
  readonly record: Omit<NonNullable<AssessedControl['record']>, 'evidence'> | undefined;
};

const listControls = async (
  db: ScopedDatabase,
  context: Context,
  asked: { readonly tenantId: string; readonly checkDate: string; readonly controlSetId: string },
): Promise<RecordedControl[]> => {
  const rows = await db
    .selectFrom('controls')
    .leftJoin('control_statuses', (join) =>
      join
        .onRef('control_statuses.control_id', '=', 'controls.control_id')
        .on('control_statuses.check_date', '=', new Date(asked.checkDate))
        .on('control_statuses.tenant_id', '=', asked.tenantId)
        .on(inScope(context, permission, 'control_statuses.tenant_id')),
    )
    .select(['controls.name', 'controls.title'])
    .select([
      sql<string | null>`control_statuses.control_status_id`.as('id'),
      sql<number>`control_statuses.status`.as('status'),
      sql<string>`control_statuses.notes`.as('notes'),
      sql<Date>`control_statuses.modified`.as('modified'),
      sql<string>`control_statuses.modified_by`.as('modifiedBy'),
    ])
    .where('controls.control_set_id', '=', asked.controlSetId)
    .where('controls.is_retired', '=', false)
    .where(inScope(context, { permission, shared: true }, 'controls.tenant_id'))
    .orderBy('controls.position')
    .execute();
  return rows.map(({ name, title, id, status, ...record }) => ({
    name,
    title,
    record: id === null ? undefined : { ...record, id, status: nameOf(controlStatuses, status) },
  }));
};

/**
 * Exports a week of a control set as OSCAL assessment results; audited like the export of the checklist.
 *
 * @throws 404 for a tenant or control set out of reach.
 */
export const exportAssessmentResults = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  controlSetId: string,
  asked: AssessmentResultsRequest,
) => {
  const tenantId = asked.tenantId ?? context.tenantId;
  const { checkDate } = asked;
  const read = await services.gate.lagging.read(context, { permission, shared: true }, async (db) => {
    await expectTenant(db, context, permission, tenantId);
    const set = await findControlSet(db, context, permission, tenantId, controlSetId);
    if (!set) throw notFound('ControlSet');
    const controls = await listControls(db, context, { tenantId, checkDate, controlSetId });
    const statusIds = controls.flatMap(({ record }) => record?.id ?? []);
    const pieces = await listEvidenceOf(db, tenantId, statusIds);
    return { setName: set.name, tenantName: await readTenantName(db, tenantId), controls, pieces };
  });
  const evidence = await exportEvidence(services, context, tenantId, read.pieces);
  const document = assessmentResults({
    tenantName: read.tenantName,
    setName: read.setName,
    week: checkDate.slice(0, 10),
    controls: read.controls.map(({ record, ...control }) => ({
      ...control,
      record: record && { ...record, evidence: evidence.get(record.id) ?? [] },
    })),
    now: context.clock.now(),
    newId: randomUUID,
  });
  await services.gate.write(context, permission, (_db, change) =>
    change.record({
      entity: 'ControlSet',
      id: controlSetId,
      tenantId,
      after: { startDate: checkDate, controlSetId, format: 'OSCAL assessment results' },
    }),
  );
  return document;
};
