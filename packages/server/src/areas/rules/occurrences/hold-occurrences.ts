import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { noOccurrences, type OccurrenceState } from './occurrence-counter.ts';

/** What names the memory of one pattern about one subject. */
export interface OccurrenceKey {
  readonly tenantId: string;
  readonly ruleId: string;
  readonly subjectId: string;
  readonly conditionIndex: number;
}

const types = { tenantId: 'uuid', ruleId: 'uuid', subjectId: 'uuid', conditionIndex: 'smallint' };

const textOf = (key: OccurrenceKey): string => `${key.tenantId} ${key.ruleId} ${key.subjectId} ${key.conditionIndex}`;

/** The memories of patterns during one transaction: held, read, changed in Node, and written back together. */
export interface OccurrenceStates {
  get(key: OccurrenceKey): OccurrenceState;
  set(key: OccurrenceKey, state: OccurrenceState): void;
  save(): Promise<void>;
}

const holdRows = (db: ScopedDatabase, keys: readonly OccurrenceKey[]) =>
  db
    .selectFrom('rule_occurrences as memory')
    .innerJoin(recordSet('wanted', types, keys), (join) =>
      join
        .onRef('wanted.tenantId', '=', 'memory.tenant_id')
        .onRef('wanted.ruleId', '=', 'memory.rule_id')
        .onRef('wanted.conditionIndex', '=', 'memory.condition_index')
        .onRef('wanted.subjectId', '=', 'memory.subject_id'),
    )
    .select([
      'memory.tenant_id as tenantId',
      'memory.rule_id as ruleId',
      'memory.subject_id as subjectId',
      'memory.condition_index as conditionIndex',
      'memory.run',
      'memory.hits',
    ])
    .orderBy('memory.tenant_id')
    .orderBy('memory.rule_id')
    .orderBy('memory.condition_index')
    .orderBy('memory.subject_id')
    .forUpdate('memory')
    .execute();

const insertMissing = (db: ScopedDatabase, keys: readonly OccurrenceKey[], now: Date) =>
  db
    .insertInto('rule_occurrences')
    .columns(['tenant_id', 'rule_id', 'condition_index', 'subject_id', 'run', 'hits', 'modified'])
    .expression((from) =>
      from
        .selectFrom(
          recordSet(
            'missing',
            { ...types, run: 'integer', hits: 'timestamptz[]', modified: 'timestamptz' },
            keys.map((key) => ({ ...key, run: 0, hits: [], modified: now })),
          ),
        )
        .select([
          'missing.tenantId',
          'missing.ruleId',
          'missing.conditionIndex',
          'missing.subjectId',
          'missing.run',
          'missing.hits',
          'missing.modified',
        ])
        .orderBy('missing.tenantId')
        .orderBy('missing.ruleId')
        .orderBy('missing.conditionIndex')
        .orderBy('missing.subjectId'),
    )
    .onConflict((memory) => memory.doNothing())
    .execute();

/**
 * Takes hold of the memories of the keys until the transaction ends, so that two nodes count one after the other.
 * A memory that does not exist yet is made first: whoever comes second then waits for it.
 */
export const holdOccurrences = async (
  db: ScopedDatabase,
  keys: readonly OccurrenceKey[],
  now: Date,
): Promise<OccurrenceStates> => {
  const distinct = [...new Map(keys.map((key) => [textOf(key), key])).values()];
  const states = new Map<string, OccurrenceState>();
  const remember = (rows: Awaited<ReturnType<typeof holdRows>>): void => {
    for (const row of rows) states.set(textOf(row), { run: row.run, hits: row.hits.map((hit) => hit.getTime()) });
  };
  if (distinct.length > 0) remember(await holdRows(db, distinct));
  const missing = distinct.filter((key) => !states.has(textOf(key)));
  if (missing.length > 0) {
    await insertMissing(db, missing, now);
    remember(await holdRows(db, missing));
  }
  const changed = new Map<string, OccurrenceKey>();
  return {
    get: (key) => states.get(textOf(key)) ?? noOccurrences,
    set(key, state) {
      states.set(textOf(key), state);
      changed.set(textOf(key), key);
    },
    async save() {
      if (changed.size === 0) return;
      const rows = [...changed].map(([text, { tenantId, ruleId, subjectId, conditionIndex }]) => {
        const state = states.get(text) ?? noOccurrences;
        return {
          tenantId,
          ruleId,
          subjectId,
          conditionIndex,
          length: state.run,
          times: state.hits.map((hit) => new Date(hit)),
        };
      });
      await db
        .updateTable('rule_occurrences')
        .from(recordSet('changed', { ...types, length: 'integer', times: 'timestamptz[]' }, rows))
        .set((row) => ({ run: row.ref('changed.length'), hits: row.ref('changed.times'), modified: now }))
        .whereRef('rule_occurrences.tenant_id', '=', 'changed.tenantId')
        .whereRef('rule_occurrences.rule_id', '=', 'changed.ruleId')
        .whereRef('rule_occurrences.condition_index', '=', 'changed.conditionIndex')
        .whereRef('rule_occurrences.subject_id', '=', 'changed.subjectId')
        .execute();
    },
  };
};
