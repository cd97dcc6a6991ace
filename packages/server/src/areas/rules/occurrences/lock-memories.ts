import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { isMemoryEmpty, type RuleMemory } from '../evaluation/evaluate-rule.ts';

/** The key of the memory of a rule about one subject. */
export interface MemoryKey {
  readonly tenantId: string;
  readonly subjectId: string;
  readonly ruleId: string;
}

/** A subject of a tenant. */
export type MemorySubject = Omit<MemoryKey, 'ruleId'>;

const subjectTypes = { tenantId: 'uuid', subjectId: 'uuid' };
const keyTypes = { ...subjectTypes, ruleId: 'uuid' };

const textOf = ({ tenantId, subjectId, ruleId }: MemoryKey): string => `${tenantId} ${subjectId} ${ruleId}`;

/**
 * A memory in the format of its row: for each counting alternative its index, run, and occurrences (time, holds,
 * counted).
 */
interface StoredMemory {
  readonly alternative: number;
  readonly run: number;
  readonly occurrences: readonly (readonly [number, boolean, boolean])[];
}

const toStored = (memory: RuleMemory): string => {
  const stored: StoredMemory[] = [];
  for (const [alternative, each] of memory.entries()) {
    if (!each) continue;
    const occurrences = each.occurrences.map(({ time, holds, counted }) => [time, holds, counted] as const);
    stored.push({ alternative, run: each.run, occurrences });
  }
  return JSON.stringify(stored);
};

const fromStored = (text: string): RuleMemory => {
  const memory: RuleMemory[number][] = [];
  for (const { alternative, run, occurrences } of JSON.parse(text) as readonly StoredMemory[]) {
    memory[alternative] = {
      run,
      occurrences: occurrences.map(([time, holds, counted]) => ({ time, holds, counted })),
    };
  }
  return Array.from(memory);
};

/** Reads the memory of a rule about a subject without locking it. */
export const readMemory = async (
  db: ScopedDatabase,
  { tenantId, subjectId, ruleId }: MemoryKey,
): Promise<RuleMemory> => {
  const row = await db
    .selectFrom('rule_occurrences')
    .select('memory')
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();
  return row ? fromStored(row.memory) : [];
};

/** The memories of rules during one transaction: locked, read, changed in Node, and written back together. */
export interface RuleMemories {
  /** The rules with a memory about the subject. */
  rulesOf(subject: MemorySubject): readonly string[];
  get(key: MemoryKey): RuleMemory | undefined;
  set(key: MemoryKey, memory: RuleMemory): void;
  /**
   * Creates and locks memories of rules that begin to count. If another transaction has created one in the meantime,
   * reads it.
   */
  begin(keys: readonly MemoryKey[], now: Date): Promise<void>;
  /** Writes changed memories, and deletes those that no longer count anything. */
  save(now: Date): Promise<void>;
}

const memoryRows = (db: ScopedDatabase) =>
  db
    .selectFrom('rule_occurrences as memory')
    .select([
      'memory.tenant_id as tenantId',
      'memory.subject_id as subjectId',
      'memory.rule_id as ruleId',
      'memory.memory',
    ])
    .orderBy('memory.tenant_id')
    .orderBy('memory.subject_id')
    .orderBy('memory.rule_id')
    .forUpdate('memory');

/**
 * Reads and locks the memories of rules about the subjects until the transaction ends, always in the same order, so
 * that two nodes count one after the other.
 */
export const lockMemories = async (db: ScopedDatabase, subjects: readonly MemorySubject[]): Promise<RuleMemories> => {
  const memories = new Map<string, RuleMemory>();
  const bySubject = new Map<string, string[]>();
  const stored = new Set<string>();
  const changed = new Map<string, MemoryKey>();

  const remember = (rows: readonly (MemoryKey & { readonly memory: string })[]): void => {
    for (const { tenantId, subjectId, ruleId, memory } of rows) {
      const key = { tenantId, subjectId, ruleId };
      memories.set(textOf(key), fromStored(memory));
      stored.add(textOf(key));
      const subject = `${tenantId} ${subjectId}`;
      bySubject.set(subject, [...(bySubject.get(subject) ?? []), ruleId]);
    }
  };

  if (subjects.length > 0) {
    remember(
      await memoryRows(db)
        .innerJoin(recordSet('wanted', subjectTypes, [...subjects]), (join) =>
          join.onRef('wanted.tenantId', '=', 'memory.tenant_id').onRef('wanted.subjectId', '=', 'memory.subject_id'),
        )
        .execute(),
    );
  }

  const lockKeys = (keys: readonly MemoryKey[]) =>
    memoryRows(db)
      .innerJoin(recordSet('wanted', keyTypes, [...keys]), (join) =>
        join
          .onRef('wanted.tenantId', '=', 'memory.tenant_id')
          .onRef('wanted.subjectId', '=', 'memory.subject_id')
          .onRef('wanted.ruleId', '=', 'memory.rule_id'),
      )
      .execute();

  const write = async (keys: readonly MemoryKey[], now: Date): Promise<void> => {
    if (keys.length === 0) return;
    const rows = keys.map((key) => ({ ...key, state: toStored(memories.get(textOf(key)) ?? []) }));
    await db
      .updateTable('rule_occurrences')
      .from(recordSet('changed', { ...keyTypes, state: 'text' }, rows))
      .set((row) => ({ memory: row.ref('changed.state'), modified: now }))
      .whereRef('rule_occurrences.tenant_id', '=', 'changed.tenantId')
      .whereRef('rule_occurrences.subject_id', '=', 'changed.subjectId')
      .whereRef('rule_occurrences.rule_id', '=', 'changed.ruleId')
      .execute();
  };

  const remove = async (keys: readonly MemoryKey[]): Promise<void> => {
    if (keys.length === 0) return;
    await db
      .deleteFrom('rule_occurrences')
      .using(recordSet('emptied', keyTypes, [...keys]))
      .whereRef('rule_occurrences.tenant_id', '=', 'emptied.tenantId')
      .whereRef('rule_occurrences.subject_id', '=', 'emptied.subjectId')
      .whereRef('rule_occurrences.rule_id', '=', 'emptied.ruleId')
      .execute();
  };

  return {
    rulesOf: ({ tenantId, subjectId }) => bySubject.get(`${tenantId} ${subjectId}`) ?? [],
    get: (key) => memories.get(textOf(key)),
    set(key, memory) {
      memories.set(textOf(key), memory);
      changed.set(textOf(key), key);
    },
    async begin(keys, now) {
      if (keys.length === 0) return;
      await db
        .insertInto('rule_occurrences')
        .columns(['tenant_id', 'subject_id', 'rule_id', 'memory', 'modified'])
        .expression((from) =>
          from
            .selectFrom(recordSet('begun', keyTypes, [...keys]))
            .select(['begun.tenantId', 'begun.subjectId', 'begun.ruleId'])
            .select((row) => [row.val('[]').as('memory'), row.val(now).as('modified')])
            .orderBy('begun.tenantId')
            .orderBy('begun.subjectId')
            .orderBy('begun.ruleId'),
        )
        .onConflict((memory) => memory.doNothing())
        .execute();
      remember(await lockKeys(keys));
      // A memory that is created but counts nothing is deleted again.
      for (const key of keys) if (isMemoryEmpty(memories.get(textOf(key)) ?? [])) changed.set(textOf(key), key);
    },
    async save(now) {
      const keys = [...changed.values()].sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
      const isEmpty = (key: MemoryKey): boolean => isMemoryEmpty(memories.get(textOf(key)) ?? []);
      await remove(keys.filter((key) => stored.has(textOf(key)) && isEmpty(key)));
      await write(
        keys.filter((key) => !isEmpty(key)),
        now,
      );
    },
  };
};
