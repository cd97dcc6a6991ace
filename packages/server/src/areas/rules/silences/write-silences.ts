import { randomUUID } from 'node:crypto';
import { maximumSilenceDays, type Silence, type SilenceCreate, type SilenceUpdate } from '@cfs/contracts/silences';
import type { Selectable } from 'kysely';
import { actorName, systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { expectModified } from '../../../platform/modified.ts';
import { toWire } from '../../../platform/odata/wire-form.ts';
import { conflict, invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';
import { releaseSilenced } from './release-silenced.ts';
import { silenceEntity } from './silence-entity.ts';
import type { SilenceTable } from './silence-table.ts';

type Needs = Pick<Services, 'gate' | 'work'>;
type SilenceRow = Selectable<SilenceTable>;

const permission = 'Rules:edit';
const scope = { permission, shared: true } as const;
const dayMilliseconds = 86_400_000;

const toSilence = (row: SilenceRow): Silence => toWire(silenceEntity, row);

const expectEnd = (until: string, now: Date): void => {
  const ahead = Date.parse(until) - now.getTime();
  if (ahead <= 0) throw invalid({ until: ['The end must be in the future.'] });
  if (ahead > maximumSilenceDays * dayMilliseconds)
    throw invalid({ until: [`The end must be at most ${maximumSilenceDays} days ahead.`] });
};

const expectRule = async (db: ScopedDatabase, tenantId: string, ruleId: string): Promise<void> => {
  const rule = await db
    .selectFrom('rules')
    .select('rule_id')
    .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
    .where('rule_id', '=', ruleId)
    .where('is_deleted', '=', false)
    .executeTakeFirst();
  if (!rule) throw notFound('Rule');
};

/**
 * Creates a silence in the tenant of the request.
 *
 * @throws 400 for an end that is past or too far ahead, 404 for a rule out of reach.
 */
export const createSilence = (services: Needs, context: Context, body: SilenceCreate): Promise<Silence> =>
  services.gate.write(context, scope, async (db, change) => {
    const { tenantId } = context;
    await expectTenant(db, context, permission, tenantId);
    expectEnd(body.until, context.clock.now());
    if (body.ruleId) await expectRule(db, tenantId, body.ruleId);
    const row = await db
      .insertInto('silences')
      .values({
        tenant_id: tenantId,
        silence_id: randomUUID(),
        rule_id: body.ruleId ?? null,
        entity_id: body.entityId ?? null,
        until: new Date(body.until),
        reason: body.reason,
        ended: null,
        ended_by: null,
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toSilence(row);
    await change.record({ entity: 'Silence', id: row.silence_id, tenantId, after });
    return after;
  });

const lockActiveSilence = async (db: ScopedDatabase, context: Context, silenceId: string): Promise<SilenceRow> => {
  const row = await db
    .selectFrom('silences')
    .selectAll()
    .where('silence_id', '=', silenceId)
    .where(inScope(context, permission, 'silences.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Silence');
  if (row.ended || row.until <= context.clock.now()) throw conflict('The silence has already ended.');
  return row;
};

const write = async (
  { gate, work }: Needs,
  context: Context,
  silenceId: string,
  changesOf: (before: SilenceRow) => Partial<SilenceRow>,
): Promise<Silence> =>
  gate.write(context, scope, async (db, change) => {
    const before = await lockActiveSilence(db, context, silenceId);
    const row = await db
      .updateTable('silences')
      .set({ ...changesOf(before), ...change.modified(before) })
      .where('tenant_id', '=', before.tenant_id)
      .where('silence_id', '=', silenceId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const { tenant_id: tenantId, rule_id: ruleId, entity_id: entityId } = row;
    await change.record({
      entity: 'Silence',
      id: silenceId,
      tenantId,
      before: toSilence(before),
      after: toSilence(row),
    });
    if (row.ended || row.until < before.until)
      await releaseSilenced(work, db, { tenantId, ruleId, entityId }, context.clock.now());
    return toSilence(row);
  });

/**
 * Changes the end and the reason of a silence that has not ended; `modified` is the optimistic lock.
 *
 * @throws 400 for an end that is past or too far ahead, 404, 409 for one that has ended or has changed since.
 */
export const updateSilence = (
  services: Needs,
  context: Context,
  silenceId: string,
  { until, reason, modified }: SilenceUpdate,
): Promise<Silence> =>
  write(services, context, silenceId, (before) => {
    expectModified(before.modified, modified);
    expectEnd(until, context.clock.now());
    return { until: new Date(until), reason };
  });

/**
 * Ends a silence before its time. The matches that it suppressed are checked immediately.
 *
 * @throws 404, 409 if it has ended.
 */
export const endSilence = async (services: Needs, context: Context, silenceId: string): Promise<void> => {
  await write(services, context, silenceId, () => ({
    ended: context.clock.now(),
    ended_by: actorName(context.actor),
  }));
};
