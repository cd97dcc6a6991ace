import { createHmac } from 'node:crypto';
import { communicationStatuses } from '@cfs/contracts/communication-enumerations';
import { toExternalReport } from '@cfs/contracts/communication-reports';
import { statusHistoryDays } from '@cfs/contracts/status-pages';
import { sql } from 'kysely';
import { systemContext } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { toCommunicationActivity } from '../activities/communication-activity-entity.ts';
import { toCommunication, type CommunicationRow } from '../communication-entity.ts';
import type { PublishedEvent, StatusReport } from './status-report.ts';

type Needs = Pick<Services, 'gate' | 'clock' | 'keys' | 'snapshot'>;

/** Maximum number of open communications on a page; it shows the newest. */
const openLimit = 50;
/** Maximum number of closed communications on a page; it shows the newest. */
const pastLimit = 100;
/** Maximum number of steps of a communication on a page; it shows the newest. */
const stepLimit = 20;
const dayMilliseconds = 86_400_000;

const scope = ['WorkUnitCommunications:view', 'Tenants:view'] as const;
const { Cancelled, Resolved } = communicationStatuses;

const readOpen = (db: ScopedDatabase, tenantId: string): Promise<CommunicationRow[]> =>
  db
    .selectFrom('work_unit_communications')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('status', 'not in', [Cancelled, Resolved])
    .orderBy('created', 'desc')
    .limit(openLimit)
    .execute();

/** Reads the communications that ended since a time: by the time of their resolution, else of their creation. */
const readPast = async (db: ScopedDatabase, tenantId: string, since: Date): Promise<CommunicationRow[]> => {
  const closed = db
    .selectFrom('work_unit_communications')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', [Cancelled, Resolved])
    .limit(pastLimit);
  const resolved = await closed.where('event_resolved', '>=', since).orderBy('event_resolved', 'desc').execute();
  const untimed = await closed
    .where('event_resolved', 'is', null)
    .where('created', '>=', since)
    .orderBy('created', 'desc')
    .execute();
  const ended = (row: CommunicationRow): number => (row.event_resolved ?? row.created).getTime();
  return [...resolved, ...untimed].sort((one, other) => ended(other) - ended(one)).slice(0, pastLimit);
};

/** The customer-facing steps of the communications, oldest first. */
const readSteps = (db: ScopedDatabase, tenantId: string, communicationIds: readonly string[]) =>
  db
    .with('numbered', (query) =>
      query
        .selectFrom('work_unit_communication_activities')
        .selectAll()
        .select(
          sql<string>`row_number() over (partition by work_unit_communication_id order by created desc)`.as('place'),
        )
        .where('tenant_id', '=', tenantId)
        .where('work_unit_communication_id', 'in', communicationIds)
        .where('is_customer_facing', '=', true),
    )
    .selectFrom('numbered')
    .selectAll()
    .where('place', '<=', String(stepLimit))
    .orderBy('created')
    .orderBy('work_unit_communication_activity_id')
    .execute();

const readPublications = async (
  db: ScopedDatabase,
  tenantId: string,
  communicationIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  const rows = await db
    .selectFrom('communication_publications')
    .select(['work_unit_communication_id', 'published'])
    .where('tenant_id', '=', tenantId)
    .where('work_unit_communication_id', 'in', communicationIds)
    .execute();
  return new Map(rows.map((row) => [row.work_unit_communication_id, row.published]));
};

/** Reads the content of a status page, from external reports only; `undefined` for a tenant without a public page. */
export const readStatusReport = async (services: Needs, tenantId: string): Promise<StatusReport | undefined> => {
  const { gate, clock, keys, snapshot } = services;
  const tenant = (await snapshot.current()).tenants.get(tenantId);
  if (tenant?.enabled !== true) return undefined;
  const context = systemContext({ name: 'status page', clock, tenantId });
  const publicIdOf = (communicationId: string): string =>
    createHmac('sha256', keys.keyFor('status page', tenantId)).update(communicationId).digest('hex').slice(0, 32);
  return gate.read(context, scope, async (db) => {
    const page = await db
      .selectFrom('status_pages')
      .leftJoin('subscriber_settings', 'subscriber_settings.tenant_id', 'status_pages.tenant_id')
      .select(['is_public', 'allows_visitors'])
      .where('status_pages.tenant_id', '=', tenantId)
      .executeTakeFirst();
    if (page?.is_public !== true) return undefined;
    const open = await readOpen(db, tenantId);
    const past = await readPast(db, tenantId, new Date(clock.now().getTime() - statusHistoryDays * dayMilliseconds));
    const ids = [...open, ...past].map((row) => row.work_unit_communication_id);
    const steps = ids.length === 0 ? [] : await readSteps(db, tenantId, ids);
    const published = ids.length === 0 ? new Map<string, Date>() : await readPublications(db, tenantId, ids);
    const toEvent = (row: CommunicationRow): PublishedEvent => {
      const id = row.work_unit_communication_id;
      const own = steps.filter((step) => step.work_unit_communication_id === id);
      return {
        publicId: publicIdOf(id),
        created: row.created,
        updated: published.get(id) ?? row.created,
        report: toExternalReport(toCommunication(row), own.map(toCommunicationActivity)),
      };
    };
    return {
      tenantId,
      tenantName: tenant.name,
      allowsVisitors: page.allows_visitors === true,
      open: open.map(toEvent),
      past: past.map(toEvent),
    };
  });
};
