import { randomUUID } from 'node:crypto';
import { traceParentOf } from '../tracing/trace-parent.ts';
import { startBelow, type Origin, type Tracing } from '../tracing/tracing.ts';
import { batched } from '../database/batched-calls.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import { recordSet } from '../database/record-set.ts';
import { settleAll } from '../database/settle-all.ts';
import { insertAttempts } from './insert-attempts.ts';
import { attemptOutcome, lanes, stepState } from './step-state.ts';
import type { Work, WorkOrder } from './work-order.ts';

/** A parked step returns to its queue after this time at the latest, even if nothing has woken it. */
export const parkedMilliseconds = 60_000;

/** The key shared by the steps of a subject, which run in order. */
const orderKeyOf = ({ kind, id }: WorkOrder['subject']): string => `${kind}/${id}`;

interface StepRow {
  readonly tenant_id: string;
  readonly step_id: string;
  readonly event_id: string;
  readonly action: string;
  readonly handler: string;
  readonly lane: number;
  readonly target: string;
  readonly order_key: string | null;
  readonly holds: boolean;
  readonly strict: boolean;
  readonly input: unknown;
  readonly trace_id: string;
  readonly trace_parent: string | null;
  readonly created: Date;
}

interface IdentifiedOrder {
  readonly order: WorkOrder;
  readonly event_id: string;
  readonly trace_id: string;
  readonly trace_parent: string | null;
  readonly created: Date;
}

/** Parks the steps that wait for an earlier step of the same transaction, so that no claim has to check them. */
const withStates = (rows: readonly StepRow[]) => {
  const held = { all: new Set<string>(), local: new Set<string>() };
  return rows.map((row) => {
    const isLocal = row.lane === lanes.local;
    const key = row.order_key === null ? undefined : `${row.tenant_id} ${row.order_key}`;
    const isParked = key !== undefined && (isLocal ? held.local : held.all).has(key);
    if (key !== undefined) {
      held.all.add(key);
      if (isLocal) held.local.add(key);
    }
    return {
      ...row,
      state: isParked ? stepState.parked : stepState.waiting,
      available: isParked ? new Date(row.created.getTime() + parkedMilliseconds) : row.created,
    };
  });
};

const toRows = (orders: readonly IdentifiedOrder[]) => {
  const events = orders.map(({ order, event_id, trace_id, trace_parent, created }) => ({
    tenant_id: order.tenantId,
    event_id,
    kind: order.kind,
    subject_kind: order.subject.kind,
    subject_id: order.subject.id,
    payload: order.payload ?? {},
    trace_id,
    trace_parent,
    created,
  }));
  const steps = orders.flatMap(({ order, event_id, trace_id, trace_parent, created }) =>
    order.steps
      .toSorted((one, other) => one.sequence - other.sequence)
      .map((step) => ({
        tenant_id: order.tenantId,
        step_id: randomUUID(),
        event_id,
        action: step.action,
        handler: step.handler,
        lane: lanes[step.lane ?? 'local'],
        target: step.target ?? '',
        order_key: step.holdsUntil === 'never' ? null : orderKeyOf(order.subject),
        holds: step.holdsUntil !== 'never',
        strict: (step.holdsUntil ?? 'finished') === 'finished',
        input: step.input ?? {},
        trace_id,
        trace_parent,
        created,
      })),
  );
  return { events, steps: withStates(steps) };
};

const eventTypes = {
  tenant_id: 'uuid',
  event_id: 'uuid',
  kind: 'text',
  subject_kind: 'text',
  subject_id: 'text',
  payload: 'jsonb',
  trace_id: 'text',
  trace_parent: 'text',
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
  'trace_parent',
  'created',
] as const;

const stepTypes = {
  tenant_id: 'uuid',
  step_id: 'uuid',
  event_id: 'uuid',
  action: 'text',
  handler: 'text',
  lane: 'smallint',
  target: 'text',
  order_key: 'text',
  holds: 'boolean',
  strict: 'boolean',
  input: 'jsonb',
  trace_id: 'text',
  trace_parent: 'text',
  state: 'smallint',
  available: 'timestamptz',
  created: 'timestamptz',
};
const stepColumns = Object.keys(stepTypes) as (keyof typeof stepTypes)[];

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
    .columns([...stepColumns, 'attempts', 'losses', 'lease'])
    .expression((from) =>
      from
        .selectFrom(recordSet('added', stepTypes, steps))
        .select(stepColumns.map((name) => `added.${name}` as const))
        .select((row) => [row.lit(0).as('attempts'), row.lit(0).as('losses'), row.lit(0).as('lease')])
        .orderBy('added.ordinal'),
    )
    .execute();

/** Orders that are recorded in one turn are inserted by two statements, in the order of the calls. */
const insertOrders = batched(async (db: ScopedDatabase, calls: readonly IdentifiedOrder[][]) => {
  const { events, steps } = toRows(calls.flat());
  await settleAll([insertEvents(db, events), ...(steps.length > 0 ? [insertSteps(db, steps)] : [])]);
  return calls.map(() => undefined);
});

/** The trace of an order: a span for the event, below the span that caused it. */
const traceOf = (tracing: Tracing | undefined, order: WorkOrder, { traceId, span }: Origin) => {
  const event = startBelow(tracing, span, order.kind, {
    kind: 'producer',
    attributes: { 'cfs.tenant.id': order.tenantId, 'cfs.work.event': order.kind, 'cfs.work.steps': order.steps.length },
  });
  event?.end();
  const parent = event?.reference ?? span;
  return { trace_id: traceId, trace_parent: parent ? traceParentOf(parent) : null };
};

/** Writes durable work. It has no state. While tracing is on, each event has a span, under which its steps run. */
export const createWork = (tracing?: Tracing): Work => {
  const recordAll: Work['recordAll'] = async (db, context, orders) => {
    if (orders.length === 0) return;
    const created = context.clock.now();
    await insertOrders(
      db,
      orders.map((order) => ({
        order,
        event_id: randomUUID(),
        ...traceOf(tracing, order, order.origin ?? context),
        created,
      })),
    );
  };

  return {
    recordAll,
    record: (db, context, order) => recordAll(db, context, [order]),
    async schedule(db, timers) {
      if (timers.length === 0) return;
      // ON CONFLICT DO UPDATE cannot affect a row a second time.
      const distinct = new Map(timers.map((timer) => [`${timer.tenantId} ${timer.kind} ${timer.key}`, timer]));
      await db
        .insertInto('work_timers')
        .columns(['tenant_id', 'kind', 'key', 'due', 'failures'])
        .expression((from) =>
          from
            .selectFrom(
              recordSet(
                'added',
                { tenantId: 'uuid', kind: 'text', key: 'text', due: 'timestamptz' },
                [...distinct.values()].map(({ tenantId, kind, key, due }) => ({ tenantId, kind, key, due })),
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
      const prefix = orderKeyOf({ kind: dropped.kind, id: dropped.idPrefix });
      const steps = await db
        .updateTable('work_steps as step')
        .from((from) =>
          from
            .selectFrom('work_steps')
            .select(['tenant_id', 'step_id', 'attempts', 'lease', 'worker', 'started', 'state'])
            .where('order_key', '>=', prefix)
            .where('order_key', '<', `${prefix}\uffff`)
            .where('finished', 'is', null)
            .orderBy('position')
            .forUpdate()
            .as('unfinished'),
        )
        .set((row) => ({
          state: stepState.dropped,
          lease: row('step.lease', '+', 1),
          holds: false,
          finished: now,
          worker: null,
          started: null,
          detail: dropped.reason,
        }))
        .whereRef('step.tenant_id', '=', 'unfinished.tenant_id')
        .whereRef('step.step_id', '=', 'unfinished.step_id')
        .returning([
          'unfinished.tenant_id',
          'unfinished.step_id',
          'unfinished.attempts',
          'unfinished.lease',
          'unfinished.worker',
          'unfinished.started',
          'unfinished.state',
        ])
        .execute();
      await insertAttempts(
        db,
        steps
          .filter((step) => step.state === stepState.running)
          .map((step) => ({
            ...step,
            number: step.attempts,
            ended: now,
            outcome: attemptOutcome.dropped,
            detail: dropped.reason,
          })),
      );
    },
  };
};
