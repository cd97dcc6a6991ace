import { randomUUID } from 'node:crypto';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { finishedStates, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import type pg from 'pg';

/** The kind of action of the steps of a run. */
export type QueuedKind = 'colour' | 'note' | 'http';

const lanes: Readonly<Record<QueuedKind, number>> = { colour: 0, note: 0, http: 1 };

/** The matches that are the subjects of a tenant's queued actions. */
interface Subjects {
  readonly tenantId: string;
  readonly ruleId: string;
  /** The HTTP action of the tenant. */
  readonly definitionId: string;
}

/**
 * Gives a tenant `count` entities with a block and a match each, and an HTTP action that calls the endpoint. The rule
 * of the matches has an open work unit if the tenant has one.
 */
export const seedSubjects = async (
  owner: pg.Client,
  tenantId: string,
  count: number,
  endpoint: string,
): Promise<Subjects> => {
  const [subscriptionId, ruleId, definitionId] = [randomUUID(), randomUUID(), randomUUID()];
  await owner.query(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'Bench', now(), 'bench', now(), 'bench')`,
    [tenantId, subscriptionId],
  );
  await owner.query(
    `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
     select $1, gen_random_uuid(), $2, 'Bench ' || n, 1, now(), 'bench', now(), 'bench' from generate_series(1, $3) n`,
    [tenantId, subscriptionId, count],
  );
  await owner.query(
    `insert into cfs.rule_matches (tenant_id, rule_match_id, rule_id, subject_id, label, created, first_match, last_match,
       expires, match_count, rule_packet, in_maintenance, completion_processed, modified, ended, end_reason)
     select $1, gen_random_uuid(), $3, block_id, 'Load above 90', now(), now(), now(), now(), 1,
       '{"message":{"Value":95,"Metrics":{"Load":95}}}', false, true, now(), now(), 1
     from cfs.blocks where tenant_id = $1 and subscription_id = $2`,
    [tenantId, subscriptionId, ruleId],
  );
  await owner.query(
    `insert into cfs.rule_work_units (tenant_id, rule_id, subject_id, work_unit_id, internal_work_unit_id, rule_match_id, modified)
     select $1, $2, match.subject_id, unit.work_unit_id, unit.internal_work_unit_id, match.rule_match_id, now()
     from (select *, row_number() over () as n from cfs.rule_matches where tenant_id = $1 and rule_id = $2) match
     join (select *, row_number() over () as n, count(*) over () as units from cfs.work_units
       where tenant_id = $1 and not state = any ($3::int[])) unit
       on unit.n = 1 + match.n % unit.units`,
    [tenantId, ruleId, finishedStates.map((state) => workUnitStates[state])],
  );
  await owner.query(
    `insert into cfs.action_definitions (tenant_id, action_definition_id, name, action_definition_type_id, input_parameters,
       endpoint_url, http_method, body, created, created_by, modified, modified_by)
     values ($1, $2, 'Bench', 1, '', $3, 'POST', '{"label":"{{Label}}"}', now(), 'bench', now(), 'bench')`,
    [tenantId, definitionId, endpoint],
  );
  await owner.query('analyze cfs.blocks, cfs.rule_matches, cfs.rule_work_units');
  return { tenantId, ruleId, definitionId };
};

const actionOf = (kind: QueuedKind, { definitionId }: Subjects) => {
  if (kind === 'http') return { actionDefinitionId: definitionId, parameters: {} };
  return kind === 'colour'
    ? { actionDefinitionId: builtInActions.setColor, parameters: { Color: '#FF3333' } }
    : { actionDefinitionId: builtInActions.createWorkUnit, parameters: { SeverityId: '2' } };
};

/** Queues an action for `count` matches, each of a different entity. Resolves with the trace id of the steps. */
export const queueSteps = async (
  owner: pg.Client,
  kind: QueuedKind,
  subjects: Subjects,
  count: number,
): Promise<string> => {
  const trace = randomUUID();
  await owner.query(
    `with occasion as (
       select rule_match_id, subject_id, gen_random_uuid() as event_id
       from cfs.rule_matches where tenant_id = $1 and rule_id = $2 limit $3
     ), event as (
       insert into cfs.work_events (tenant_id, event_id, kind, subject_kind, subject_id, payload, trace_id, created)
       select $1, event_id, 'RuleMatchBegan', 'rule-match', $2 || '/' || subject_id, '{}', $4, clock_timestamp() from occasion
     )
     insert into cfs.work_steps (tenant_id, step_id, event_id, action, handler, lane, target, order_key, holds, strict,
       input, trace_id, state, attempts, losses, lease, available, created)
     select $1, gen_random_uuid(), event_id, 'bench', 'rule-match-action', $5::smallint, $6,
       'rule-match/' || $2 || '/' || subject_id, true, $5 = 0,
       jsonb_build_object('ruleMatchId', rule_match_id, 'ruleId', $2::text, 'subjectId', subject_id,
         'moment', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'messageId', gen_random_uuid(), 'referenceId', rule_match_id, 'protocolActionId', null) || $7::jsonb,
       $4, 0, 0, 0, 0, clock_timestamp(), clock_timestamp()
     from occasion`,
    [
      subjects.tenantId,
      subjects.ruleId,
      count,
      trace,
      lanes[kind],
      kind === 'http' ? subjects.definitionId : '',
      JSON.stringify(actionOf(kind, subjects)),
    ],
  );
  return trace;
};

/** The outcome of the steps of a run. */
export interface FinishedRun {
  readonly steps: number;
  /** From the first start to the last end. */
  readonly seconds: number;
  /** Steps that took more than one attempt, or failed. */
  readonly repeated: number;
  readonly failed: number;
  /** Attempts by worker. */
  readonly workers: readonly number[];
}

/** Waits until every step of the run is finished. */
export const waitForRun = async (owner: pg.Client, trace: string, seconds = 120): Promise<FinishedRun> => {
  const until = performance.now() + seconds * 1000;
  for (;;) {
    const { rows } = await owner.query<{ open: boolean }>(
      'select exists (select from cfs.work_steps where trace_id = $1 and finished is null) as open',
      [trace],
    );
    if (rows[0]?.open === false) break;
    if (performance.now() > until) throw new Error('The queued steps were not finished in time.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { rows } = await owner.query<{ steps: number; seconds: number; repeated: number; failed: number }>(
    `select count(distinct s.step_id)::int as steps, extract(epoch from max(a.ended) - min(a.started))::float8 as seconds,
       count(*) filter (where a.number > 1)::int as repeated, count(*) filter (where a.outcome <> 1)::int as failed
     from cfs.work_steps s join cfs.work_attempts a using (tenant_id, step_id) where s.trace_id = $1`,
    [trace],
  );
  const workers = await owner.query<{ count: number }>(
    `select count(*)::int as count from cfs.work_steps s join cfs.work_attempts a using (tenant_id, step_id)
     where s.trace_id = $1 group by a.worker`,
    [trace],
  );
  const [run] = rows;
  if (!run) throw new Error('The run left no attempts.');
  return { ...run, workers: workers.rows.map((row) => row.count) };
};

/** Waits until no step is unfinished. */
export const waitForAll = async (owner: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await owner.query<{ open: boolean }>(
      'select exists (select from cfs.work_steps where finished is null) as open',
    );
    if (rows[0]?.open === false) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** Milliseconds from the recording of a step to its start. */
export const waitOf = async (owner: pg.Client, trace: string): Promise<number> => {
  await waitForRun(owner, trace);
  const { rows } = await owner.query<{ wait: number }>(
    `select extract(epoch from min(a.started) - min(s.created))::float8 * 1000 as wait
     from cfs.work_steps s join cfs.work_attempts a using (tenant_id, step_id) where s.trace_id = $1`,
    [trace],
  );
  return rows[0]?.wait ?? Number.NaN;
};
