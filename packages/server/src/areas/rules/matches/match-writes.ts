import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { sql } from 'kysely';
import { nextModifiedIn } from '../../../platform/modified.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import type { KnownEpisode } from '../evaluation/follow-episodes.ts';

/** The key of the episodes of a rule about a subject. */
export interface MatchKey {
  readonly tenantId: string;
  readonly ruleId: string;
  readonly subjectId: string;
}

/** The key as text, for maps. */
export const keyText = ({ tenantId, ruleId, subjectId }: MatchKey): string => `${tenantId} ${ruleId} ${subjectId}`;

const keyTypes = { tenantId: 'uuid', ruleId: 'uuid', subjectId: 'uuid' };

const matchesOf = <Key extends MatchKey>(
  db: ScopedDatabase,
  types: Readonly<Record<keyof Key & string, string>>,
  keys: readonly Key[],
) =>
  db
    .selectFrom('rule_matches as match')
    .innerJoin(recordSet<MatchKey, 'wanted'>('wanted', types, keys), (join) =>
      join
        .onRef('wanted.tenantId', '=', 'match.tenant_id')
        .onRef('wanted.ruleId', '=', 'match.rule_id')
        .onRef('wanted.subjectId', '=', 'match.subject_id'),
    )
    .select([
      'match.tenant_id as tenantId',
      'match.rule_id as ruleId',
      'match.subject_id as subjectId',
      'match.rule_match_id as ruleMatchId',
      'match.first_match as firstMatch',
      'match.last_match as lastMatch',
      'match.expires',
      'match.match_count as matchCount',
      'match.end_reason as endReason',
    ])
    .orderBy('match.tenant_id')
    .orderBy('match.rule_id')
    .orderBy('match.subject_id')
    .forUpdate('match');

type MatchRow = Awaited<ReturnType<ReturnType<typeof matchesOf<MatchKey>>['execute']>>[number];

const toEpisode = (row: MatchRow): KnownEpisode => ({
  ruleMatchId: row.ruleMatchId,
  firstMatch: row.firstMatch.getTime(),
  lastMatch: row.lastMatch.getTime(),
  expires: row.expires.getTime(),
  matchCount: row.matchCount,
});

/** Reads and locks the open episodes of the keys, always in the same order, so that two nodes cannot deadlock. */
export const lockOpenMatches = async (
  db: ScopedDatabase,
  keys: readonly MatchKey[],
): Promise<ReadonlyMap<string, KnownEpisode>> => {
  const wanted = keys.map(({ tenantId, ruleId, subjectId }) => ({ tenantId, ruleId, subjectId }));
  const rows = await matchesOf(db, keyTypes, wanted).where('match.ended', 'is', null).execute();
  return new Map(rows.map((row) => [keyText(row), toEpisode(row)]));
};

/** A span of time that contains hits of a key. */
export interface MatchSpan extends MatchKey {
  readonly from: Date;
  readonly to: Date;
  /** Whether a hit runs actions when its match is already over. */
  readonly acts: boolean;
}

/** An episode that has ended. */
export interface PastMatch extends KnownEpisode {
  readonly endReason: number | null;
}

/**
 * Reads and locks the episodes that overlap the spans, by begin: those that were over when found, and for hits that act
 * also those that have ended.
 */
export const lockPastMatches = async (
  db: ScopedDatabase,
  spans: readonly MatchSpan[],
): Promise<ReadonlyMap<string, readonly PastMatch[]>> => {
  if (spans.length === 0) return new Map();
  const types = { ...keyTypes, from: 'timestamptz', to: 'timestamptz', acts: 'boolean' };
  const { OverWhenFound, Expired, ByHand } = matchEndReasons;
  const rows = await matchesOf(db, types, spans)
    .where(
      sql<boolean>`(match.end_reason = ${OverWhenFound} or wanted.acts and match.end_reason in (${Expired}, ${ByHand}))`,
    )
    .where(sql<boolean>`wanted."to" >= match.first_match and wanted."from" < match.expires`)
    .orderBy('match.first_match')
    .orderBy('match.rule_match_id')
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => keyText(row))].map(([key, ofKey]) => [
      key,
      ofKey.map((row) => ({ ...toEpisode(row), endReason: row.endReason })),
    ]),
  );
};

/** An episode that this transaction has locked, as changed by hits. */
export interface MatchUpdate extends KnownEpisode {
  readonly tenantId: string;
  /** Why it is over; null while it is open. */
  readonly endReason: number | null;
}

/** Writes episodes that hits have changed. */
export const updateMatches = async (db: ScopedDatabase, updates: readonly MatchUpdate[], now: Date): Promise<void> => {
  if (updates.length === 0) return;
  const rows = updates.map((update) => ({
    tenantId: update.tenantId,
    ruleMatchId: update.ruleMatchId,
    first: new Date(update.firstMatch),
    last: new Date(update.lastMatch),
    expiry: new Date(update.expires),
    count: update.matchCount,
    reason: update.endReason,
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
          reason: 'smallint',
        },
        rows,
      ),
    )
    .set((row) => ({
      first_match: row.ref('change.first'),
      last_match: row.ref('change.last'),
      expires: row.ref('change.expiry'),
      match_count: row.ref('change.count'),
      completion_processed: sql<boolean>`change.reason is not null`,
      ended: sql<Date | null>`case when change.reason is not null then coalesce(rule_matches.ended, ${now}::timestamptz) end`,
      end_reason: row.ref('change.reason'),
      modified: nextModifiedIn('rule_matches.modified', now),
    }))
    .whereRef('rule_matches.tenant_id', '=', 'change.tenantId')
    .whereRef('rule_matches.rule_match_id', '=', 'change.ruleMatchId')
    .execute();
};

/** An episode to be inserted. */
export interface MatchInsert extends MatchKey, KnownEpisode {
  readonly label: string;
  /** JSON text of the packet that began it. */
  readonly rulePacket: string;
  readonly inMaintenance: boolean;
  /** Number of matches that led to it. */
  readonly depth: number;
  /** Why it is over; null while it is open. */
  readonly endReason: number | null;
}

/**
 * Inserts episodes and returns the ids of the inserted ones. An open episode is left out if another transaction has
 * opened one for the same rule and subject in the meantime.
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
    in_maintenance: insert.inMaintenance,
    depth: insert.depth,
    completion_processed: insert.endReason !== null,
    modified: now,
    ended: insert.endReason === null ? null : now,
    end_reason: insert.endReason,
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
  depth: 'smallint',
  completion_processed: 'boolean',
  modified: 'timestamptz',
  ended: 'timestamptz',
  end_reason: 'smallint',
};
const insertColumns = Object.keys(insertTypes) as (keyof typeof insertTypes)[];
