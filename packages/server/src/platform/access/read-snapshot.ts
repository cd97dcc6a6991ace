import { fromPermissionString, type Permission } from '@cfs/contracts/permissions';
import { builtInRoles } from '@cfs/contracts/roles';
import { sql, type Kysely } from 'kysely';
import { systemTenantId } from '../context.ts';
import type { Database } from '../database/schema.ts';
import {
  subjectKey,
  type AccessSnapshot,
  type ClaimedRole,
  type GrantRecord,
  type PersonRecord,
  type StoredContext,
  type SubscriptionRecord,
  type TenantRecord,
  type TokenGrantRecord,
} from './access-snapshot.ts';

/** The access tables as one JSON document, because a single statement sees a single moment. */
const wholeTables = sql<{ document: Document }>`
  select json_build_object(
    'epoch', gate.read_access_epoch()::text,
    'tenants', (select coalesce(json_agg(json_build_array(tenant_id, name, enabled, agent_download_url) order by name, tenant_id), '[]')
      from cfs.tenants),
    'subscriptions', (select coalesce(json_agg(json_build_array(subscription_id, tenant_id, name) order by name, subscription_id), '[]')
      from cfs.subscriptions),
    'people', (select coalesce(json_agg(json_build_array(user_id, mail, name, provider, subject, picture_address, enabled, invited_in, claimed_groups, claimed_roles, claimed_at) order by name, user_id), '[]')
      from cfs.people),
    'contexts', (select coalesce(json_agg(json_build_array(user_id, tenant_id, subscription_id)), '[]') from cfs.person_contexts),
    'roles', (select coalesce(json_agg(json_build_array(tenant_id, role_name, permissions)), '[]') from cfs.roles),
    'grants', (select coalesce(json_agg(json_build_array(grant_id, user_id, group_name, tenant_id, role_name, created)), '[]')
      from cfs.grants),
    'tokens', (select coalesce(json_agg(json_build_array(token_grant_id, tenant_id, name, encode(token_hash, 'hex'), purposes, expires_on, revoked_on)), '[]')
      from cfs.token_grants),
    'ended', (select coalesce(json_agg(json_build_array(provider, session_id, subject, ended)), '[]') from cfs.ended_sessions)
  ) as document`;

interface Document {
  readonly epoch: string;
  readonly tenants: readonly [string, string, boolean, string | null][];
  readonly subscriptions: readonly [string, string, string][];
  readonly people: readonly [
    string,
    string,
    string,
    string,
    string | null,
    string | null,
    boolean,
    string | null,
    string[],
    ClaimedRole[],
    number,
  ][];
  readonly contexts: readonly [string, string, string | null][];
  readonly roles: readonly [string, string, string[]][];
  readonly grants: readonly [string, string | null, string | null, string, string, string][];
  readonly tokens: readonly [string, string, string, string, string[], string | null, string | null][];
  readonly ended: readonly [string, string | null, string | null, string][];
}

/** The epoch: incremented by every change of the access tables. */
export const readEpoch = async (db: Kysely<Database>): Promise<string> => {
  const { rows } = await sql<{ epoch: string }>`select gate.read_access_epoch()::text as epoch`.execute(db);
  return rows[0]?.epoch ?? '';
};

/** Reads all access tables. */
export const readSnapshot = async (db: Kysely<Database>): Promise<AccessSnapshot> => {
  const { rows } = await wholeTables.execute(db);
  const document = rows[0]?.document;
  if (!document) throw new TypeError('The query of the access tables returned no row.');
  return assemble(document);
};

const assemble = (document: Document): AccessSnapshot => {
  const tenants: TenantRecord[] = document.tenants
    .filter(([tenantId]) => tenantId !== systemTenantId)
    .map(([tenantId, name, enabled, url]) => ({ tenantId, name, enabled, agentDownloadUrl: url ?? undefined }));
  const subscriptions: SubscriptionRecord[] = document.subscriptions.map(([subscriptionId, tenantId, name]) => ({
    subscriptionId,
    tenantId,
    name,
  }));
  const people: PersonRecord[] = document.people.map(
    ([userId, mail, name, provider, subject, picture, enabled, invitedIn, claimedGroups, claimedRoles, claimedAt]) => ({
      userId,
      mail,
      name,
      provider,
      subject: subject ?? undefined,
      pictureAddress: picture ?? undefined,
      claimedGroups,
      claimedRoles,
      claimedAt,
      enabled,
      invitedIn: invitedIn ?? undefined,
    }),
  );
  const byMail = (records: readonly PersonRecord[]) => Map.groupBy(records, ({ mail }) => mail.toLowerCase());
  const grants = readGrants(document);
  const tokens: TokenGrantRecord[] = document.tokens.map(
    ([tokenGrantId, tenantId, name, hash, purposes, expiresOn, revokedOn]) => ({
      tokenGrantId,
      tenantId,
      name,
      hash,
      purposes,
      expiresOn: asDate(expiresOn),
      revokedOn: asDate(revokedOn),
    }),
  );
  return {
    epoch: document.epoch,
    tenants: new Map(tenants.map((tenant) => [tenant.tenantId, tenant])),
    tenantsByName: tenants,
    subscriptions: new Map(subscriptions.map((subscription) => [subscription.subscriptionId, subscription])),
    people: new Map(people.map((person) => [person.userId, person])),
    peopleBySubject: new Map(
      people.flatMap((person): [string, PersonRecord][] =>
        person.subject === undefined ? [] : [[subjectKey(person.provider, person.subject), person]],
      ),
    ),
    peopleByMail: byMail(people.filter(({ invitedIn }) => invitedIn === undefined)),
    invitationsByMail: byMail(people.filter(({ invitedIn }) => invitedIn !== undefined)),
    storedContexts: new Map(
      document.contexts.map(([userId, tenantId, subscriptionId]): [string, StoredContext] => [
        userId,
        { tenantId, subscriptionId: subscriptionId ?? undefined },
      ]),
    ),
    grantsByUser: groupBy(grants, (grant) => grant.userId),
    grantsByGroup: groupBy(grants, (grant) => grant.groupName),
    tokensByHash: new Map(tokens.map((token) => [token.hash, token])),
    endedSessions: new Set(
      document.ended.flatMap(([provider, session]) => (session === null ? [] : [subjectKey(provider, session)])),
    ),
    endedSubjects: new Map(
      document.ended.flatMap(([provider, , subject, ended]): [string, Date][] =>
        subject === null ? [] : [[subjectKey(provider, subject), new Date(ended)]],
      ),
    ),
  };
};

const asDate = (text: string | null): Date | undefined => (text === null ? undefined : new Date(text));

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string | undefined): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/** A role of the grant's tenant takes precedence over one of the System tenant, and that over a built-in one. */
const readGrants = (document: Document): GrantRecord[] => {
  const roles = new Map(
    document.roles.map(([tenantId, name, texts]) => [`${tenantId} ${name}`, readPermissions(texts)]),
  );
  const builtIn = new Map<string, readonly Permission[]>(Object.entries(builtInRoles));
  return document.grants.map(([grantId, userId, groupName, tenantId, role, created]) => ({
    grantId,
    userId: userId ?? undefined,
    groupName: groupName ?? undefined,
    tenantId: tenantId === systemTenantId ? undefined : tenantId,
    roleName: role,
    permissions: roles.get(`${tenantId} ${role}`) ?? roles.get(`${systemTenantId} ${role}`) ?? builtIn.get(role) ?? [],
    createdTime: Date.parse(created),
  }));
};

const readPermissions = (texts: readonly string[]): Permission[] =>
  texts.flatMap((text) => fromPermissionString(text) ?? []);
