import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { recordSet } from '../../platform/database/record-set.ts';
import type { Episode } from './follow-episodes.ts';
import './rule-table.ts';

/** What names the episodes of a rule about a subject. */
export interface MatchKey {
  readonly tenantId: string;
  readonly ruleId: string;
  readonly subjectId: string;
}

/** The key as text, for maps. */
export const keyText = ({ tenantId, ruleId, subjectId }: MatchKey): string => `${tenantId} ${ruleId} ${subjectId}`;

/** Reads and holds the open episodes of the keys, always in the same order, so that two nodes never wait in a circle. */
export const holdOpenMatches = async (
  db: ScopedDatabase,
  keys: readonly MatchKey[],
): Promise<ReadonlyMap<string, Episode>> => {
  const wanted = keys.map(({ tenantId, ruleId, subjectId }) => ({ tenantId, ruleId, subjectId }));
  const rows = await db
    .selectFrom('rule_matches as match')
    .innerJoin(recordSet('wanted', { tenantId: 'uuid', ruleId: 'uuid', subjectId: 'uuid' }, wanted), (join) =>
      join
        .onRef('wanted.tenantId', '=', 'match.tenant_id')
        .onRef('wanted.ruleId', '=', 'match.rule_id')
        .onRef('wanted.subjectId', '=', 'match.subject_id'),
    )
    .select([
      'match.tenant_id',
      'match.rule_id',
      'match.subject_id',
      'match.rule_match_id',
      'match.first_match',
      'match.last_match',
      'match.expires',
      'match.match_count',
    ])
    .where('match.ended', 'is', null)
    .orderBy('match.tenant_id')
    .orderBy('match.rule_id')
    .orderBy('match.subject_id')
    .forUpdate('match')
    .execute();
  return new Map(
    rows.map((row) => [
      keyText({ tenantId: row.tenant_id, ruleId: row.rule_id, subjectId: row.subject_id }),
      {
        ruleMatchId: row.rule_match_id,
        firstMatch: row.first_match.getTime(),
        lastMatch: row.last_match.getTime(),
        expires: row.expires.getTime(),
        matchCount: row.match_count,
      },
    ]),
  );
};

/** An episode that this transaction holds, as hits have left it. */
export interface MatchUpdate extends Episode {
  readonly tenantId: string;
  readonly ended: boolean;
}

/** Writes what hits have made of open episodes. */
export const updateMatches = async (db: ScopedDatabase, updates: readonly MatchUpdate[], now: Date): Promise<void> => {
  if (updates.length === 0) return;
  const rows = updates.map((update) => ({
    tenantId: update.tenantId,
    ruleMatchId: update.ruleMatchId,
    first: new Date(update.firstMatch),
    last: new Date(update.lastMatch),
    expiry: new Date(update.expires),
    count: update.matchCount,
    over: update.ended,
  }));
  await db
    .updateTable('rule_matches')
    .from(
      recordSet(
        'change',
        {
          tenantId: 'uuid',
          ruleMatchId: 'uuid',
          first: 'timestamptz',
          last: 'timestamptz',
          expiry: 'timestamptz',
          count: 'integer',
          over: 'boolean',
        },
        rows,
      ),
    )
    .set((row) => ({
      first_match: row.ref('change.first'),
      last_match: row.ref('change.last'),
      expires: row.ref('change.expiry'),
      match_count: row.ref('change.count'),
      completion_processed: row.ref('change.over'),
      ended: sql<Date | null>`case when change.over then ${now}::timestamptz end`,
      end_reason: sql<number | null>`case when change.over then ${matchEndReasons.Expired}::smallint end`,
      modified: sql<Date>`greatest(${now}::timestamptz, rule_matches.modified + interval '1 ms')`,
    }))
    .whereRef('rule_matches.tenant_id', '=', 'change.tenantId')
    .whereRef('rule_matches.rule_match_id', '=', 'change.ruleMatchId')
    .execute();
};

/** An episode to be inserted. */
export interface MatchInsert extends MatchKey, Episode {
  readonly label: string;
  /** JSON text of the packet that began it. */
  readonly rulePacket: string;
  readonly isOver: boolean;
}

/**
 * Inserts episodes and answers the ids of those that were: one that should be open is left out when another
 * transaction has opened one for the same rule and subject meanwhile.
 */
export const insertMatches = async (
  db: ScopedDatabase,
  inserts: readonly MatchInsert[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  if (inserts.length === 0) return new Set();
  const rows = inserts.map((insert) => ({
    tenant_id: insert.tenantId,
    rule_match_id: insert.ruleMatchId,
    rule_id: insert.ruleId,
    subject_id: insert.subjectId,
    label: insert.label,
    created: now,
    first_match: new Date(insert.firstMatch),
    last_match: new Date(insert.lastMatch),
    expires: new Date(insert.expires),
    match_count: insert.matchCount,
    rule_packet: insert.rulePacket,
    in_maintenance: false,
    completion_processed: insert.isOver,
    modified: now,
    ended: insert.isOver ? now : null,
    end_reason: insert.isOver ? matchEndReasons.OverWhenFound : null,
  }));
  const inserted = await db
    .insertInto('rule_matches')
    .columns(insertColumns)
    .expression((from) =>
      from
        .selectFrom(recordSet('begun', insertTypes, rows))
        .select(insertColumns.map((name) => `begun.${name}` as const))
        .orderBy('begun.tenant_id')
        .orderBy('begun.rule_id')
        .orderBy('begun.subject_id'),
    )
    .onConflict((match) => match.columns(['tenant_id', 'rule_id', 'subject_id']).where('ended', 'is', null).doNothing())
    .returning('rule_match_id')
    .execute();
  return new Set(inserted.map((row) => row.rule_match_id));
};

const insertTypes = {
  tenant_id: 'uuid',
  rule_match_id: 'uuid',
  rule_id: 'uuid',
  subject_id: 'uuid',
  label: 'text',
  created: 'timestamptz',
  first_match: 'timestamptz',
  last_match: 'timestamptz',
  expires: 'timestamptz',
  match_count: 'integer',
  rule_packet: 'text',
  in_maintenance: 'boolean',
  completion_processed: 'boolean',
  modified: 'timestamptz',
  ended: 'timestamptz',
  end_reason: 'smallint',
};
const insertColumns = Object.keys(insertTypes) as (keyof typeof insertTypes)[];
