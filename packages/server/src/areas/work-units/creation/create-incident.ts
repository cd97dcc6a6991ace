import { longTextLimit } from '@cfs/contracts/sizes';
import { nameOf } from '@cfs/contracts/name-of';
import { severities, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnitRelation } from '@cfs/contracts/work-units';
import type { Change } from '../../../platform/audit/change.ts';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { isProtocolOf } from '../../protocols/is-protocol-of.ts';
import { insertWorkUnit, type MadeByRule } from './insert-work-unit.ts';

/** An incident that the system itself reports. */
export interface IncidentReport {
  readonly tenantId: string;
  /** Truncated to the maximum length of a title. */
  readonly title: string;
  /** Truncated to the maximum length of a description. */
  readonly description: string;
  /** 0 (most severe) to 4. */
  readonly severity: number;
  /** Left out if it is not available to the tenant: a mistake in a rule must not lose the incident. */
  readonly protocolId?: string | undefined;
  readonly relation: WorkUnitRelation;
  /** The rule whose match it reports: that rule ignores the unit. */
  readonly createdByRule?: MadeByRule | undefined;
  /** The source of the unit. */
  readonly source?: string | undefined;
}

const titleLimit = 500;

/** Resolves with the fields of the Incident for a report. */
export const incidentFields = async (db: ScopedDatabase, { tenantId, protocolId, ...report }: IncidentReport) => {
  const owners = [tenantId, systemTenantId];
  const isKnown = protocolId !== undefined && (await isProtocolOf(db, owners, protocolId));
  return {
    title: report.title.slice(0, titleLimit).toWellFormed(),
    description: report.description.slice(0, longTextLimit).toWellFormed(),
    severityId: nameOf(severities, report.severity),
    workUnitTypeId: workUnitTypes.Incident,
    protocolId: isKnown ? protocolId : null,
    source: report.source ?? null,
  };
};

/** Creates an Incident with its relation in the caller's transaction. */
export const createIncident = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  change: Change,
  report: IncidentReport,
): Promise<{ workUnitId: number; internalWorkUnitId: string }> => {
  const row = await insertWorkUnit(services, db, change, {
    tenantId: report.tenantId,
    fields: await incidentFields(db, report),
    relations: [report.relation],
    createdByRule: report.createdByRule,
  });
  return { workUnitId: row.work_unit_id, internalWorkUnitId: row.internal_work_unit_id };
};
