import type { ComplianceExport } from '@cfs/contracts/compliance';
import { complianceExportRows, controlStatuses, controlStatusLabels } from '@cfs/contracts/control-statuses';
import { nameOf } from '@cfs/contracts/name-of';
import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { csvRecord } from '../../platform/exports/csv.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { evidenceText, exportEvidence } from './evidence/export-evidence.ts';
import { listEvidenceOf } from './evidence/list-evidence.ts';
import { findControlSet } from './find-control-set.ts';

const permission = 'Compliance:view';
const headings = ['Control Set', 'Control', 'Title', 'Week', 'Status', 'Notes', 'Evidence'];

interface Week {
  readonly tenantId: string;
  readonly checkDate: string;
  readonly controlSetId: string | null | undefined;
}

const listChecklist = (db: ScopedDatabase, context: Context, { tenantId, checkDate, controlSetId }: Week) => {
  const rows = db
    .selectFrom('controls')
    .innerJoin('control_sets', 'control_sets.control_set_id', 'controls.control_set_id')
    .leftJoin('control_statuses', (join) =>
      join
        .onRef('control_statuses.control_id', '=', 'controls.control_id')
        .on('control_statuses.check_date', '=', new Date(checkDate))
        .on('control_statuses.tenant_id', '=', tenantId)
        .on(inScope(context, permission, 'control_statuses.tenant_id')),
    )
    .select(['control_sets.name as set_name', 'controls.name', 'controls.title'])
    .select([
      sql<string | null>`control_statuses.control_status_id`.as('status_id'),
      sql<number | null>`control_statuses.status`.as('status'),
      sql<string | null>`control_statuses.notes`.as('notes'),
    ])
    .where('controls.is_retired', '=', false)
    .where('control_sets.is_retired', '=', false)
    .where('controls.tenant_id', 'in', [tenantId, systemTenantId])
    .where(inScope(context, { permission, shared: true }, 'controls.tenant_id'))
    .orderBy('control_sets.name')
    .orderBy('control_sets.control_set_id')
    .orderBy('controls.position')
    .limit(complianceExportRows);
  return (controlSetId ? rows.where('control_sets.control_set_id', '=', controlSetId) : rows).execute();
};

/**
 * The checklist of a week as CSV, at most 1,000 rows: each control with its status, notes and evidence,
 * or with empty cells.
 *
 * @throws 404 for a tenant or control set out of reach.
 */
export const exportChecklist = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  asked: ComplianceExport,
): Promise<string> => {
  const tenantId = asked.tenantId ?? context.tenantId;
  const { startDate: checkDate, controlSetId } = asked;
  const scope = { permission, shared: true } as const;
  const { rows, pieces } = await services.gate.lagging.read(context, scope, async (db) => {
    await expectTenant(db, context, permission, tenantId);
    if (controlSetId && !(await findControlSet(db, context, permission, tenantId, controlSetId)))
      throw notFound('ControlSet');
    const listed = await listChecklist(db, context, { tenantId, checkDate, controlSetId });
    const statusIds = listed.flatMap(({ status_id: id }) => id ?? []);
    return { rows: listed, pieces: await listEvidenceOf(db, tenantId, statusIds) };
  });
  const evidence = await exportEvidence(services, context, tenantId, pieces);
  await services.gate.write(context, permission, (_db, change) =>
    change.record({
      entity: 'ControlSet',
      id: 'Export()',
      tenantId,
      after: { startDate: checkDate, controlSetId: controlSetId ?? null, rows: rows.length },
    }),
  );
  const week = checkDate.slice(0, 10);
  return [
    csvRecord(headings),
    ...rows.map(({ set_name, name, title, status_id, status, notes }) =>
      csvRecord([
        set_name,
        name,
        title,
        week,
        status === null ? '' : controlStatusLabels[nameOf(controlStatuses, status)],
        notes ?? '',
        (evidence.get(status_id ?? '') ?? []).map(evidenceText).join('; '),
      ]),
    ),
  ].join('');
};
