import type { ScopedDatabase } from '../database/gate.ts';
import { recordSet } from '../database/record-set.ts';

/** An attempt that has ended, with the values of its step. */
export interface EndedAttempt {
  readonly tenant_id: string;
  readonly step_id: string;
  readonly number: number;
  readonly lease: number;
  readonly worker: string | null;
  readonly started: Date | null;
  readonly ended: Date;
  readonly outcome: number;
  readonly detail: string | null;
}

const types = {
  tenant_id: 'uuid',
  step_id: 'uuid',
  number: 'integer',
  lease: 'bigint',
  worker: 'text',
  started: 'timestamptz',
  ended: 'timestamptz',
  outcome: 'smallint',
  detail: 'text',
};
const columns = Object.keys(types) as (keyof typeof types)[];

/** Inserts attempts in one statement. */
export const insertAttempts = async (db: ScopedDatabase, attempts: readonly EndedAttempt[]): Promise<void> => {
  if (attempts.length === 0) return;
  const rows = attempts.map((attempt) => ({
    tenant_id: attempt.tenant_id,
    step_id: attempt.step_id,
    number: attempt.number,
    lease: attempt.lease,
    worker: attempt.worker ?? '',
    started: attempt.started ?? attempt.ended,
    ended: attempt.ended,
    outcome: attempt.outcome,
    detail: attempt.detail,
  }));
  await db
    .insertInto('work_attempts')
    .columns(columns)
    .expression((from) =>
      from.selectFrom(recordSet('ended', types, rows)).select(columns.map((name) => `ended.${name}` as const)),
    )
    .execute();
};
