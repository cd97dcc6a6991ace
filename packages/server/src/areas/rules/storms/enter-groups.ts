import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { takeLock } from '../../../platform/database/take-lock.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { findGroupIds } from './find-group-ids.ts';
import type { StormControl } from './storm-control.ts';

/** A match that begins. */
interface BeginningMatch {
  readonly tenantId: string;
  readonly ruleId: string;
  readonly subjectId: string;
  readonly ruleMatchId: string;
  readonly storm: StormControl;
}

/** The match that began the group of another. */
interface GroupLeader {
  readonly ruleMatchId: string;
  readonly subjectId: string;
  readonly label: string;
}

interface GroupKey {
  readonly tenantId: string;
  readonly ruleId: string;
  readonly groupId: string;
}

interface Group extends GroupLeader, GroupKey {
  /** Label of the match whose mails are sent for the group; null while all were beyond the limit of the rule. */
  readonly mailedBy: string | null;
}

/** The group that a match has joined. */
export interface EnteredGroup extends Group {
  /** Label of the match that has joined it. */
  readonly ownLabel: string;
}

interface StoredGroup extends Group {
  readonly until: Date;
}

const keyOf = ({ tenantId, ruleId, groupId }: GroupKey): string => `${tenantId} ${ruleId} ${groupId}`;

interface Grouped extends BeginningMatch {
  readonly groupId: string;
}

const groupsOf = async (db: ScopedDatabase, grouped: readonly Grouped[]): Promise<ReadonlyMap<string, StoredGroup>> => {
  const keys = [...new Map(grouped.map((each) => [keyOf(each), each])).values()].map(
    ({ tenantId, ruleId, groupId }) => ({ tenantId, ruleId, groupId }),
  );
  const rows = await db
    .selectFrom('rule_match_groups as known')
    .innerJoin(recordSet('wanted', { tenantId: 'uuid', ruleId: 'uuid', groupId: 'uuid' }, keys), (join) =>
      join
        .onRef('wanted.tenantId', '=', 'known.tenant_id')
        .onRef('wanted.ruleId', '=', 'known.rule_id')
        .onRef('wanted.groupId', '=', 'known.group_id'),
    )
    .select([
      'known.tenant_id as tenantId',
      'known.rule_id as ruleId',
      'known.group_id as groupId',
      'known.rule_match_id as ruleMatchId',
      'known.subject_id as subjectId',
      'known.label',
      'known.mailed_by as mailedBy',
      'known.until',
    ])
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row]));
};

/**
 * Replaces groups whose window has passed by new ones, each begun by its first match. Locks the rows, always in the
 * same order.
 */
const beginGroups = async (db: ScopedDatabase, grouped: readonly Grouped[], now: Date): Promise<void> => {
  const first = [...new Map(grouped.toReversed().map((each) => [keyOf(each), each])).values()];
  const rows = first.map(({ tenantId, ruleId, groupId, ruleMatchId, subjectId, storm }) => ({
    tenant_id: tenantId,
    rule_id: ruleId,
    group_id: groupId,
    rule_match_id: ruleMatchId,
    subject_id: subjectId,
    until: new Date(now.getTime() + storm.groupWindowSeconds * 1_000),
  }));
  const types = {
    tenant_id: 'uuid',
    rule_id: 'uuid',
    group_id: 'uuid',
    rule_match_id: 'uuid',
    subject_id: 'uuid',
    until: 'timestamptz',
  };
  await db.run(sql`
    insert into rule_match_groups (tenant_id, rule_id, group_id, rule_match_id, subject_id, label, mailed_by, until)
    select begun.tenant_id, begun.rule_id, begun.group_id, begun.rule_match_id, begun.subject_id, match.label, match.label,
           begun.until
    from ${recordSet('begun', types, rows)}
    join rule_matches match on match.tenant_id = begun.tenant_id and match.rule_match_id = begun.rule_match_id
    where ${db.scopeGuard}
    order by begun.tenant_id, begun.rule_id, begun.group_id
    on conflict (tenant_id, rule_id, group_id) do update
    set rule_match_id = excluded.rule_match_id, subject_id = excluded.subject_id, label = excluded.label,
        mailed_by = excluded.mailed_by, until = excluded.until
    where rule_match_groups.until <= ${now}`);
};

/** Stores the group of each match. Returns the labels of the matches by id. */
const storeGroups = async (
  db: ScopedDatabase,
  matches: readonly { readonly tenantId: string; readonly ruleMatchId: string; readonly groupMatchId: string }[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .updateTable('rule_matches')
    .from(recordSet('entered', { tenantId: 'uuid', ruleMatchId: 'uuid', groupMatchId: 'uuid' }, matches))
    .set((row) => ({ group_match_id: row.ref('entered.groupMatchId') }))
    .whereRef('rule_matches.tenant_id', '=', 'entered.tenantId')
    .whereRef('rule_matches.rule_match_id', '=', 'entered.ruleMatchId')
    .returning(['rule_matches.rule_match_id as ruleMatchId', 'rule_matches.label'])
    .execute();
  return new Map(rows.map(({ ruleMatchId, label }) => [ruleMatchId, label]));
};

const toGrouped = async (db: ScopedDatabase, matches: readonly BeginningMatch[]): Promise<(Grouped | undefined)[]> => {
  if (matches.every(({ storm }) => storm.groupBy === null)) return matches.map(() => undefined);
  const ids = await findGroupIds(
    db,
    matches.map(({ tenantId, subjectId, storm }) => ({ tenantId, subjectId, groupBy: storm.groupBy })),
  );
  return matches.map((match, index) => {
    const groupId = ids[index];
    return groupId === undefined ? undefined : { ...match, groupId };
  });
};

/**
 * Adds beginning matches to the groups of their rules. Returns the group of each, led by another match or by the match
 * itself; `undefined` if it has no group.
 */
export const enterGroups = async (
  db: ScopedDatabase,
  matches: readonly BeginningMatch[],
  now: Date,
): Promise<readonly (EnteredGroup | undefined)[]> => {
  const entries = await toGrouped(db, matches);
  const grouped = entries.filter((each) => each !== undefined);
  if (grouped.length === 0) return matches.map(() => undefined);
  await beginGroups(db, grouped, now);
  const groups = await groupsOf(db, grouped);
  const labels = await storeGroups(
    db,
    grouped.flatMap((each) => {
      const group = groups.get(keyOf(each));
      const { tenantId, ruleMatchId } = each;
      return group ? [{ tenantId, ruleMatchId, groupMatchId: group.ruleMatchId }] : [];
    }),
  );
  return entries.map((each) => {
    const group = each && groups.get(keyOf(each));
    return group && { ...group, ownLabel: labels.get(each.ruleMatchId) ?? group.label };
  });
};

/**
 * Stores the labels of the matches whose mails are sent for the groups. The caller has added matches to the groups in
 * the same transaction.
 */
export const storeMailedBy = async (db: ScopedDatabase, groups: readonly Group[]): Promise<void> => {
  if (groups.length === 0) return;
  const types = { tenantId: 'uuid', ruleId: 'uuid', groupId: 'uuid', mailedBy: 'text' };
  await db
    .updateTable('rule_match_groups as known')
    .from(
      recordSet(
        'changed',
        types,
        groups.map(({ tenantId, ruleId, groupId, mailedBy }) => ({ tenantId, ruleId, groupId, mailedBy })),
      ),
    )
    .set((row) => ({ mailed_by: row.ref('changed.mailedBy') }))
    .whereRef('known.tenant_id', '=', 'changed.tenantId')
    .whereRef('known.rule_id', '=', 'changed.ruleId')
    .whereRef('known.group_id', '=', 'changed.groupId')
    .execute();
};

/** The group that a match would join now; `undefined` if it would begin one or has none. */
export const findGroup = async (db: ScopedDatabase, match: BeginningMatch, now: Date): Promise<Group | undefined> => {
  const [grouped] = await toGrouped(db, [match]);
  if (!grouped) return undefined;
  const group = (await groupsOf(db, [grouped])).get(keyOf(grouped));
  return group && group.until > now && group.ruleMatchId !== match.ruleMatchId ? group : undefined;
};

/** A group in which a match has ended. */
export interface LeftGroup extends GroupLeader {
  /** The match whose end is the end of the group; `undefined` while others are open. */
  readonly endedBy: EndOfGroup | undefined;
}

/** The match whose end is the end of its group. */
interface EndOfGroup {
  readonly ruleMatchId: string;
  readonly label: string;
}

interface LeavingMatch {
  readonly tenantId: string;
  readonly ruleMatchId: string;
}

interface Leaving extends GroupLeader {
  readonly ordinal: number;
  readonly own: EndOfGroup;
  readonly isOpen: boolean;
  readonly ended: EndOfGroup | null;
}

/** Marks the matches whose ends are the ends of their groups. */
const storeEnds = async (db: ScopedDatabase, matches: readonly LeavingMatch[]): Promise<void> => {
  if (matches.length === 0) return;
  await db
    .updateTable('rule_matches')
    .from(recordSet('last', { tenantId: 'uuid', ruleMatchId: 'uuid' }, matches))
    .set({ ends_group: true })
    .whereRef('rule_matches.tenant_id', '=', 'last.tenantId')
    .whereRef('rule_matches.rule_match_id', '=', 'last.ruleMatchId')
    .execute();
};

/**
 * Returns the groups of matches that have ended; the caller has locked the rows of the matches. The end of one match is
 * the end of the group: of the last given match if no other is open, unless an earlier match has already ended it. Ends
 * in one group are serialized, so that the last one sees that all others have ended. The mark is stored on the ending
 * match, not on the row of the leader or of the group: another transaction may have locked those and wait for the lock.
 */
export const leaveGroups = async (
  db: ScopedDatabase,
  matches: readonly LeavingMatch[],
): Promise<readonly (LeftGroup | undefined)[]> => {
  if (matches.length === 0) return [];
  const wanted = recordSet(
    'wanted',
    { tenantId: 'uuid', ruleMatchId: 'uuid' },
    matches.map(({ tenantId, ruleMatchId }) => ({ tenantId, ruleMatchId })),
  );
  const groups = await db.guarded(sql<{ readonly groupMatchId: string }>`
    select distinct match.group_match_id as "groupMatchId" from ${wanted}
    join rule_matches match on match.tenant_id = wanted."tenantId" and match.rule_match_id = wanted."ruleMatchId"
    where match.group_match_id is not null
    order by 1`);
  if (groups.length === 0) return matches.map(() => undefined);
  for (const { groupMatchId } of groups) await takeLock(db, `match group ${groupMatchId}`);
  const rows = await db.guarded(sql<Leaving>`
    select wanted.ordinal, leader.rule_match_id as "ruleMatchId", leader.subject_id as "subjectId", leader.label,
           jsonb_build_object('ruleMatchId', match.rule_match_id, 'label', match.label) as own,
           exists (
             select from rule_matches other
             where other.tenant_id = match.tenant_id and other.group_match_id = match.group_match_id
               and other.ended is null
           ) as "isOpen",
           (
             select jsonb_build_object('ruleMatchId', last.rule_match_id, 'label', last.label) from rule_matches last
             where last.tenant_id = match.tenant_id and last.group_match_id = match.group_match_id and last.ends_group
           ) as ended
    from ${wanted}
    join rule_matches match on match.tenant_id = wanted."tenantId" and match.rule_match_id = wanted."ruleMatchId"
    join rule_matches leader on leader.tenant_id = match.tenant_id and leader.rule_match_id = match.group_match_id
    order by wanted.ordinal`);
  const endOf = new Map(rows.map(({ ruleMatchId, own, ended }) => [ruleMatchId, ended ?? own]));
  const isEnd = ({ ruleMatchId, own, isOpen, ended }: Leaving): boolean =>
    !isOpen && ended === null && endOf.get(ruleMatchId)?.ruleMatchId === own.ruleMatchId;
  const ends = new Set(rows.filter(isEnd).map(({ ordinal }) => ordinal));
  await storeEnds(
    db,
    matches.flatMap(({ tenantId, ruleMatchId }, ordinal) => (ends.has(ordinal) ? [{ tenantId, ruleMatchId }] : [])),
  );
  const left = new Map(
    rows.map(({ ordinal, ruleMatchId, subjectId, label, isOpen }): [number, LeftGroup] => [
      ordinal,
      { ruleMatchId, subjectId, label, endedBy: isOpen ? undefined : endOf.get(ruleMatchId) },
    ]),
  );
  return matches.map((_, ordinal) => left.get(ordinal));
};
