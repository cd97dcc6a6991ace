import { randomUUID } from 'node:crypto';
import {
  maxTokensPerTenant,
  type GeneratedToken,
  type TokenCreate,
  type TokenGrant,
  type TokenUpdate,
} from '@cfs/contracts/tokens';
import { builtInRoles } from '@cfs/contracts/roles';
import { sql, type Updateable } from 'kysely';
import { reaches } from '../../platform/access/reach.ts';
import { createTenantToken } from '../../platform/access/tenant-tokens.ts';
import { actorName, type Context } from '../../platform/context.ts';
import { expectRoom, type RowLimit } from '../../platform/database/expect-room.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { expectModified, nextModified } from '../../platform/modified.ts';
import { toColumns } from '../../platform/odata/wire-form.ts';
import { forbidden, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { tokenEntity } from './token-entity.ts';
import type { TokenGrantTable } from './token-table.ts';
import { purposesOf, toTokenGrant, type TokenGrantRow } from './token-wire.ts';

const yearsAfter = (moment: Date, years: number): Date => {
  const later = new Date(moment);
  later.setUTCFullYear(moment.getUTCFullYear() + years);
  return later;
};

const room: RowLimit = {
  table: 'token_grants',
  max: maxTokensPerTenant,
  noun: 'tokens that are not revoked',
  where: sql`revoked_on is null`,
};

/**
 * Prevents callers from granting a token more than they may read themselves.
 *
 * @throws 403 unless the caller may read in the tenant what such a token reads.
 */
const expectReadable = (context: Context, tenantId: string): void => {
  const lacking = builtInRoles.Viewer.filter((permission) => !reaches(context, tenantId, permission));
  if (lacking.length > 0)
    throw forbidden(`A token that reads lists has the permissions of a Viewer, and you lack ${lacking.join(', ')}.`);
};

/**
 * Creates a token of 256 random bits for the tenant of the body, or else of the request. Only the response contains the
 * token; the database stores its SHA-256.
 *
 * @throws 409 at the limit.
 */
export const createToken = async (services: Services, context: Context, body: TokenCreate): Promise<GeneratedToken> => {
  const { token, hash, prefix } = createTenantToken();
  const grant = await services.gate.write(context, 'Tokens:create', async (db, change) => {
    const tenantId = body.tenantId ?? context.tenantId;
    await expectTenant(db, context, 'Tokens:create', tenantId);
    if (body.canRead) expectReadable(context, tenantId);
    await expectRoom(db, tenantId, room);
    const now = context.clock.now();
    const row = await db
      .insertInto('token_grants')
      .values({
        tenant_id: tenantId,
        token_grant_id: randomUUID(),
        name: body.name,
        lifetime_years: body.lifetimeYears,
        ...toColumns(tokenEntity, body),
        purposes: purposesOf(body),
        prefix,
        token_hash: hash,
        created: now,
        created_by: actorName(context.actor),
        modified: now,
        expires_on: body.lifetimeYears === 0 ? null : yearsAfter(now, body.lifetimeYears),
        revoked_on: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toTokenGrant(row);
    await change.record({ entity: 'TokenGrant', id: after.tokenGrantId, tenantId, after });
    return after;
  });
  await services.snapshot.refresh();
  return { ...grant, generatedToken: token };
};

const changeToken = async (
  services: Services,
  context: Context,
  tokenGrantId: string,
  make: (row: TokenGrantRow) => Updateable<TokenGrantTable>,
): Promise<TokenGrant> => {
  const grant = await services.gate.write(context, 'Tokens:edit', async (db, change) => {
    const row = await db
      .selectFrom('token_grants')
      .selectAll()
      .where('token_grant_id', '=', tokenGrantId)
      .where(inScope(context, 'Tokens:edit', 'token_grants.tenant_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('TokenGrant');
    const stored = await db
      .updateTable('token_grants')
      .set({
        ...make(row),
        modified: nextModified(context.clock.now(), row.modified),
      })
      .where('tenant_id', '=', row.tenant_id)
      .where('token_grant_id', '=', tokenGrantId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toTokenGrant(stored);
    await change.record({
      entity: 'TokenGrant',
      id: tokenGrantId,
      tenantId: row.tenant_id,
      before: toTokenGrant(row),
      after,
    });
    return after;
  });
  await services.snapshot.refresh();
  return grant;
};

/**
 * Renames a token.
 *
 * @throws 409 for a stale `modified`.
 */
export const updateToken = (
  services: Services,
  context: Context,
  tokenGrantId: string,
  body: TokenUpdate,
): Promise<TokenGrant> =>
  changeToken(services, context, tokenGrantId, (row) => {
    expectModified(row.modified, body.modified);
    return toColumns(tokenEntity, body);
  });

/** Revokes a token, on this node before it responds. A token that is revoked already keeps its time of revocation. */
export const revokeToken = (services: Services, context: Context, tokenGrantId: string): Promise<TokenGrant> =>
  changeToken(services, context, tokenGrantId, (row) => ({ revoked_on: row.revoked_on ?? context.clock.now() }));
