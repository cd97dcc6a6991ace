import { fromPermissionString, type Permission } from '@cfs/contracts/permissions';
import { builtInRoles } from '@cfs/contracts/roles';
import { sql, type Kysely } from 'kysely';
import { systemTenantId } from '../context.ts';
import type { Database } from '../database/schema.ts';
import {
  subjectKey,
  type AccessSnapshot,
  type GrantRecord,
  type PersonRecord,
  type StoredContext,
} from './access-snapshot.ts';
import type { AccessTables, RoleRecord, SnapshotTable, StoredGrant } from './access-tables.ts';

const itemsOf = ({ select }: SnapshotTable<unknown>) =>
  sql`(select coalesce(json_agg(item), '[]') from (${select}) items)`;

/** The access tables as one JSON document, because a single statement sees a single moment. */
const wholeTables = (tables: AccessTables) => sql<{ document: Document }>`
  select json_build_object(
    'epoch', gate.read_access_epoch()::text,
    'tenants', ${itemsOf(tables.tenants)},
    'subscriptions', ${itemsOf(tables.subscriptions)},
    'people', ${itemsOf(tables.people)},
    'contexts', (select coalesce(json_agg(json_build_array(user_id, tenant_id, subscription_id)), '[]') from cfs.person_contexts),
    'roles', ${itemsOf(tables.roles)},
    'grants', ${itemsOf(tables.grants)},
    'tokens', ${itemsOf(tables.tokens)},
    'ended', (select coalesce(json_agg(json_build_array(provider, session_id, subject, ended)), '[]') from cfs.ended_sessions)
  ) as document`;

/** Items of tables that areas provide are arrays of columns that only `toItem` of the table reads. */
interface Document {
  readonly epoch: string;
  readonly tenants: readonly never[];
  readonly subscriptions: readonly never[];
  readonly people: readonly never[];
  readonly contexts: readonly [string, string, string | null][];
  readonly roles: readonly never[];
  readonly grants: readonly never[];
  readonly tokens: readonly never[];
  readonly ended: readonly [string, string | null, string | null, string][];
}

/** The epoch: incremented by every change of the access tables. */
export const readEpoch = async (db: Kysely<Database>): Promise<string> => {
  const { rows } = await sql<{ epoch: string }>`select gate.read_access_epoch()::text as epoch`.execute(db);
  return rows[0]?.epoch ?? '';
};

/** Reads all access tables. */
export const readSnapshot = async (db: Kysely<Database>, tables: AccessTables): Promise<AccessSnapshot> => {
  const { rows } = await wholeTables(tables).execute(db);
  const document = rows[0]?.document;
  if (!document) throw new TypeError('The query of the access tables returned no row.');
  return assemble(document, tables);
};

const assemble = (document: Document, tables: AccessTables): AccessSnapshot => {
  const tenants = document.tenants.map(tables.tenants.toItem).filter(({ tenantId }) => tenantId !== systemTenantId);
  const subscriptions = document.subscriptions.map(tables.subscriptions.toItem);
  const people = document.people.map(tables.people.toItem);
  const byMail = (records: readonly PersonRecord[]) => Map.groupBy(records, ({ mail }) => mail.toLowerCase());
  const grants = readGrants(document.grants.map(tables.grants.toItem), document.roles.map(tables.roles.toItem));
  const tokens = document.tokens.map(tables.tokens.toItem);
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
    endedSessions: endsBy(document.ended, ([, session]) => session),
    endedSubjects: endsBy(document.ended, ([, , subject]) => subject),
  };
};

type End = Document['ended'][number];

const endsBy = (ends: readonly End[], nameOf: (end: End) => string | null): Map<string, Date> =>
  new Map(
    ends.flatMap((end): [string, Date][] => {
      const name = nameOf(end);
      return name === null ? [] : [[subjectKey(end[0], name), new Date(end[3])]];
    }),
  );

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
const readGrants = (grants: readonly StoredGrant[], stored: readonly RoleRecord[]): GrantRecord[] => {
  const roles = new Map(
    stored.map(({ tenantId, roleName, permissions }) => [`${tenantId} ${roleName}`, readPermissions(permissions)]),
  );
  const builtIn = new Map<string, readonly Permission[]>(Object.entries(builtInRoles));
  return grants.map((grant) => ({
    ...grant,
    tenantId: grant.tenantId === systemTenantId ? undefined : grant.tenantId,
    permissions:
      roles.get(`${grant.tenantId} ${grant.roleName}`) ??
      roles.get(`${systemTenantId} ${grant.roleName}`) ??
      builtIn.get(grant.roleName) ??
      [],
  }));
};

const readPermissions = (texts: readonly string[]): Permission[] =>
  texts.flatMap((text) => fromPermissionString(text) ?? []);
