import { randomUUID } from 'node:crypto';
import type { CannedReply, CannedReplyCreate, CannedReplyUpdate } from '@cfs/contracts/canned-replies';
import { cannedReplyLimit } from '@cfs/contracts/canned-reply-texts';
import type { Permission } from '@cfs/contracts/permissions';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { expectRoom } from '../../platform/database/expect-room.ts';
import { takeLock } from '../../platform/database/take-lock.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { expectModified } from '../../platform/modified.ts';
import { toColumns } from '../../platform/odata/wire-form.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { cannedReplyEntity, toCannedReply } from './canned-reply-entity.ts';

type Needs = Pick<Services, 'gate'>;

/** Serialises the writers of one tenant's replies until the transaction ends. */
const lockReplies = (db: ScopedDatabase, tenantId: string): Promise<void> => takeLock(db, `canned replies ${tenantId}`);

const expectFreeName = async (db: ScopedDatabase, tenantId: string, name: string, ownId?: string): Promise<void> => {
  const taken = await db
    .selectFrom('canned_replies')
    .select('canned_reply_id')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`lower(name collate "default") = lower(${name})`)
    .executeTakeFirst();
  if (taken && taken.canned_reply_id !== ownId)
    throw invalid({ Name: ['A canned reply of this name already exists.'] });
};

const room = { table: 'canned_replies', max: cannedReplyLimit, noun: 'canned replies' } as const;

/** Locks the reply; throws 404 if it is outside of the caller's scope. */
const lockReply = async (db: ScopedDatabase, context: Context, permission: Permission, cannedReplyId: string) => {
  const row = await db
    .selectFrom('canned_replies')
    .selectAll()
    .where('canned_reply_id', '=', cannedReplyId)
    .where(inScope(context, permission, 'canned_replies.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('CannedReply');
  return row;
};

/**
 * Creates a canned reply.
 *
 * @throws 404 for a tenant without the permission, 400 for a name that is taken, 409 if the tenant has 100.
 */
export const createCannedReply = (
  services: Needs,
  context: Context,
  { tenantId = context.tenantId, ...body }: CannedReplyCreate,
): Promise<CannedReply> =>
  services.gate.write(context, 'WorkUnits.Categories:create', async (db, change) => {
    await expectTenant(db, context, 'WorkUnits.Categories:create', tenantId);
    await lockReplies(db, tenantId);
    await expectRoom(db, tenantId, room);
    await expectFreeName(db, tenantId, body.name);
    const row = await db
      .insertInto('canned_replies')
      .values({ ...body, tenant_id: tenantId, canned_reply_id: randomUUID(), ...change.created() })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toCannedReply(row);
    await change.record({ entity: 'CannedReply', id: row.canned_reply_id, tenantId, after });
    return after;
  });

/**
 * Updates the fields of the body; `modified` is the optimistic lock.
 *
 * @throws 404 outside of the caller's scope, 409 for a stale `modified`, 400 for another tenant or a name that is taken.
 */
export const updateCannedReply = (
  services: Needs,
  context: Context,
  cannedReplyId: string,
  body: CannedReplyUpdate,
): Promise<CannedReply> =>
  services.gate.write(context, 'WorkUnits.Categories:edit', async (db, change) => {
    const row = await lockReply(db, context, 'WorkUnits.Categories:edit', cannedReplyId);
    const tenantId = row.tenant_id;
    if (body.tenantId !== undefined && body.tenantId !== tenantId)
      throw invalid({ TenantId: ['The tenant of a canned reply cannot be changed.'] });
    expectModified(row.modified, body.modified);
    await lockReplies(db, tenantId);
    if (body.name !== undefined) await expectFreeName(db, tenantId, body.name, cannedReplyId);
    const { name = row.name, body: text = row.body } = body;
    const stored = await db
      .updateTable('canned_replies')
      .set({ ...toColumns(cannedReplyEntity, { name, body: text }), ...change.modified(row) })
      .where('tenant_id', '=', tenantId)
      .where('canned_reply_id', '=', cannedReplyId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [before, after] = [toCannedReply(row), toCannedReply(stored)];
    await change.record({ entity: 'CannedReply', id: cannedReplyId, tenantId, before, after });
    return after;
  });

/** Deletes a canned reply; throws 404 if it is outside of the caller's scope. */
export const deleteCannedReply = (services: Needs, context: Context, cannedReplyId: string): Promise<void> =>
  services.gate.write(context, 'WorkUnits.Categories:delete', async (db, change) => {
    const row = await lockReply(db, context, 'WorkUnits.Categories:delete', cannedReplyId);
    await db
      .deleteFrom('canned_replies')
      .where('tenant_id', '=', row.tenant_id)
      .where('canned_reply_id', '=', cannedReplyId)
      .execute();
    const before = toCannedReply(row);
    await change.record({ entity: 'CannedReply', id: cannedReplyId, tenantId: row.tenant_id, before });
  });
