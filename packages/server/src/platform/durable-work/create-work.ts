import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import { recordSet } from '../database/record-set.ts';
import { together } from '../database/together.ts';
import { attemptOutcome, stepState } from './step-state.ts';
import type { Work, WorkOrder } from './work-order.ts';

const toRows = (context: Context, orders: readonly WorkOrder[]) => {
  const now = context.clock.now();
  const identified = orders.map((order) => ({ order, event_id: randomUUID() }));
  const events = identified.map(({ order, event_id }) => ({
    tenant_id: order.tenantId,
    event_id,
    kind: order.kind,
    subject_kind: order.subject.kind,
    subject_id: order.subject.id,
    payload: order.payload ?? {},
    trace_id: context.traceId,
    created: now,
  }));
  const steps = identified.flatMap(({ order, event_id }) =>
    order.steps
      .toSorted((one, other) => one.sequence - other.sequence)
      .map((step) => ({
        tenant_id: order.tenantId,
        step_id: randomUUID(),
        event_id,
        action: step.action,
        handler: step.handler,
        subject_kind: order.subject.kind,
        subject_id: order.subject.id,
        input: step.input ?? {},
        trace_id: context.traceId,
        now,
      })),
  );
  return { events, steps };
};

const eventTypes = {
  tenant_id: 'uuid',
  event_id: 'uuid',
  kind: 'text',
  subject_kind: 'text',
  subject_id: 'text',
  payload: 'jsonb',
  trace_id: 'text',
  created: 'timestamptz',
};
const eventColumns = [
  'tenant_id',
  'event_id',
  'kind',
  'subject_kind',
  'subject_id',
  'payload',
  'trace_id',
  'created',
] as const;

const stepTypes = {
  tenant_id: 'uuid',
  step_id: 'uuid',
  event_id: 'uuid',
  action: 'text',
  handler: 'text',
  subject_kind: 'text',
  subject_id: 'text',
  input: 'jsonb',
  trace_id: 'text',
  now: 'timestamptz',
};
const stepColumns = [
  'tenant_id',
  'step_id',
  'event_id',
  'action',
  'handler',
  'subject_kind',
  'subject_id',
  'input',
  'trace_id',
] as const;

type Rows = ReturnType<typeof toRows>;

const insertEvents = (db: ScopedDatabase, events: Rows['events']) =>
  db
    .insertInto('work_events')
    .columns(eventColumns)
    .expression((from) =>
      from
        .selectFrom(recordSet('added', eventTypes, events))
        .select(eventColumns.map((name) => `added.${name}` as const)),
    )
    .execute();

const insertSteps = (db: ScopedDatabase, steps: Rows['steps']) =>
  db
    .insertInto('work_steps')
    .columns([...stepColumns, 'state', 'attempts', 'lease', 'available', 'created'])
    .expression((from) =>
      from
        .selectFrom(recordSet('added', stepTypes, steps))
        .select(stepColumns.map((name) => `added.${name}` as const))
        .select((row) => [
          row.lit(stepState.waiting).as('state'),
          row.lit(0).as('attempts'),
          row.lit(0).as('lease'),
          row.ref('added.now').as('available'),
          row.ref('added.now').as('created'),
        ])
        .orderBy('added.ordinal'),
    )
    .execute();

/** The writing side of durable work; it keeps nothing, so any number may exist. */
export const createWork = (): Work => {
  const recordAll: Work['recordAll'] = async (db, context, orders) => {
    const { events, steps } = toRows(context, orders);
    if (events.length === 0) return;
    await together([insertEvents(db, events), ...(steps.length > 0 ? [insertSteps(db, steps)] : [])]);
  };

  return {
    recordAll,
    record: (db, context, order) => recordAll(db, context, [order]),
    async schedule(db, timers) {
      if (timers.length === 0) return;
      await db
        .insertInto('work_timers')
        .columns(['tenant_id', 'kind', 'key', 'due', 'failures'])
        .expression((from) =>
          from
            .selectFrom(
              recordSet(
                'added',
                { tenantId: 'uuid', kind: 'text', key: 'text', due: 'timestamptz' },
                timers.map(({ tenantId, kind, key, due }) => ({ tenantId, kind, key, due })),
              ),
            )
            .select(['added.tenantId', 'added.kind', 'added.key', 'added.due'])
            .select((row) => row.lit(0).as('failures'))
            .orderBy('added.tenantId')
            .orderBy('added.kind')
            .orderBy('added.key'),
        )
        .onConflict((timer) =>
          timer
            .columns(['tenant_id', 'kind', 'key'])
            .doUpdateSet((row) => ({ due: row.ref('excluded.due'), failures: 0 })),
        )
        .execute();
    },
    async drop(db, context, dropped) {
      const now = context.clock.now();
      const steps = await db
        .updateTable('work_steps')
        .set((row) => ({
          state: stepState.dropped,
          lease: row('lease', '+', 1),
          finished: now,
          detail: dropped.reason,
        }))
        .where('subject_kind', '=', dropped.kind)
        .where('subject_id', '>=', dropped.idPrefix)
        .where('subject_id', '<', `${dropped.idPrefix}\uffff`)
        .where('finished', 'is', null)
        .returning(['tenant_id', 'step_id'])
        .execute();
      if (steps.length === 0) return;
      await db
        .updateTable('work_attempts')
        .from(
          recordSet(
            'dropped',
            { tenant: 'uuid', step: 'uuid' },
            steps.map((step) => ({ tenant: step.tenant_id, step: step.step_id })),
          ),
        )
        .set({ ended: now, outcome: attemptOutcome.dropped, detail: dropped.reason })
        .whereRef('tenant_id', '=', 'dropped.tenant')
        .whereRef('step_id', '=', 'dropped.step')
        .where('ended', 'is', null)
        .execute();
    },
  };
};
