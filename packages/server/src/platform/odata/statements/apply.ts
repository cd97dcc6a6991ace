import type { AggregateItem, AggregateTransformation, OrderByItem, Path, Transformation } from '@cfs/odata';
import type { Scope } from '../../context.ts';
import { EntityRows } from './entity-rows.ts';
import { condition, evaluate, type Frame } from '../expressions/expressions.ts';
import { GroupRows, type GroupColumn } from './group-rows.ts';
import { numberOf } from '../expressions/operands.ts';
import { orderedSql, orderSql, termsOf, withTieBreaker, type OrderTerm } from './ordering.ts';
import { searchIn } from './search.ts';
import { tenantCondition } from './tenant-condition.ts';
import type { Translation } from '../expressions/translation.ts';
import { isNumeric, value, type Value } from '../expressions/value.ts';

/** The result of the transformations applied so far: rows, their conditions and their order. */
export interface Stage {
  readonly rows: EntityRows | GroupRows;
  readonly conditions: readonly string[];
  readonly items: readonly OrderByItem[];
}

const frameOf = (translation: Translation, { rows }: Stage): Frame => ({
  translation,
  names: rows,
  variables: new Map(),
});

/** Orders by every column, which makes the order deterministic. */
export const stageTerms = (translation: Translation, stage: Stage, items = stage.items): OrderTerm[] => {
  const terms = termsOf(frameOf(translation, stage), items);
  if (stage.rows instanceof EntityRows) return withTieBreaker(terms, stage.rows, true);
  const known = new Set(terms.map((term) => term.sql));
  const others = stage.rows.columns.filter((column) => !known.has(column.value.sql));
  return [
    ...terms,
    ...others.map(({ value: { sql, type } }) => ({ sql, type, stored: false, descending: false, nullable: true })),
  ];
};

const slice = (translation: Translation, stage: Stage, bounds: string, position: number): Stage => {
  const order = orderSql(stageTerms(translation, stage));
  const source = `select ${stage.rows.alias}.* from ${stage.rows.from()} where ${stage.conditions.join(' and ')} order by ${order}${bounds}`;
  const rows =
    stage.rows instanceof EntityRows
      ? new EntityRows(translation, stage.rows.model, { source: `(${source})` })
      : new GroupRows(translation, source, stage.rows.columns, position);
  return { rows, conditions: ['true'], items: stage.items };
};

const ofNumbers = (translation: Translation, frame: Frame, { expression }: AggregateItem): string => {
  const operand = evaluate(frame, expression);
  const type = operand.kind === 'value' ? operand.type : undefined;
  if (!type || !isNumeric(type) || (operand.kind === 'value' && operand.enumeration))
    throw translation.fault('Only numbers can be aggregated.', expression.position);
  return numberOf(translation, operand);
};

const ofValues = (translation: Translation, frame: Frame, { expression }: AggregateItem): Value => {
  const operand = evaluate(frame, expression);
  if (operand.kind === 'literal') throw translation.fault('A literal cannot be aggregated.', expression.position);
  return operand;
};

const aggregated = (translation: Translation, frame: Frame, item: AggregateItem): Value => {
  switch (item.method) {
    case 'count':
      if (item.expression.kind === 'path' && item.expression.segments.length > 0)
        throw translation.unsupported('Counting related rows in an aggregate', item.position);
      return value('integer', 'count(*)', false);
    case 'sum':
      return value('decimal', `sum(${ofNumbers(translation, frame, item)})`, true);
    case 'average':
      return value('decimal', `trim_scale(avg(${ofNumbers(translation, frame, item)}))`, true);
    case 'countdistinct':
      return value('integer', `count(distinct ${ofValues(translation, frame, item).sql})`, false);
    case 'min':
    case 'max': {
      const of = ofValues(translation, frame, item);
      if (of.type === 'guid' || of.type === 'boolean' || of.type === 'duration')
        throw translation.unsupported(`The ${item.method} of a ${of.type}`, item.position);
      return { ...of, sql: `${item.method}(${orderedSql(of)})`, nullable: true };
    }
  }
};

const group = (
  translation: Translation,
  stage: Stage,
  properties: readonly Path[],
  aggregate: AggregateTransformation | undefined,
  position: number,
): Stage => {
  const frame = frameOf(translation, stage);
  const keys = properties.map(({ segments, count, position: at }): GroupColumn => {
    if (count) throw translation.unsupported('Grouping by a count', at);
    const found = stage.rows.value(segments, at);
    if (found.type === 'duration') throw translation.unsupported('Grouping by a duration', at);
    return { path: found.path ?? segments, value: found };
  });
  const aggregates = (aggregate?.items ?? []).map((item): GroupColumn => ({
    path: [item.alias],
    value: aggregated(translation, frame, item),
  }));
  const columns = [...keys, ...aggregates];
  const list = columns.map((column, index) => `${column.value.sql} as c${index + 1}`).join(', ');
  const by = keys.length > 0 ? ` group by ${keys.map((_, index) => index + 1).join(', ')}` : '';
  const source = `select ${list} from ${stage.rows.from()} where ${stage.conditions.join(' and ')}${by}`;
  return { rows: new GroupRows(translation, source, columns, position), conditions: ['true'], items: [] };
};

const transform = (translation: Translation, stage: Stage, step: Transformation): Stage => {
  const { parameters } = translation;
  switch (step.kind) {
    case 'filter': {
      const filter = condition(frameOf(translation, stage), step.predicate);
      return { ...stage, conditions: [...stage.conditions, filter] };
    }
    case 'search':
      if (stage.rows instanceof GroupRows) throw translation.unsupported('Searching an aggregation', step.position);
      return {
        ...stage,
        conditions: [...stage.conditions, searchIn(translation, stage.rows, step.expression).condition],
      };
    case 'orderby':
      return { ...stage, items: step.items };
    case 'top':
      return slice(translation, stage, ` limit ${parameters.add(step.count, 'int8')}`, step.position);
    case 'skip':
      return slice(translation, stage, ` offset ${parameters.add(step.count, 'int8')}`, step.position);
    case 'groupby':
      return group(translation, stage, step.properties, step.aggregate, step.position);
    case 'aggregate':
      return group(translation, stage, [], step, step.position);
  }
};

/** Applies the transformations in sequence to the rows of the scope that satisfy the conditions. */
export const applyTo = (
  translation: Translation,
  start: { readonly rows: EntityRows; readonly scope: Scope; readonly conditions: readonly string[] },
  steps: readonly Transformation[],
): Stage =>
  steps.reduce<Stage>((stage, step) => transform(translation, stage, step), {
    rows: start.rows,
    conditions: [tenantCondition(translation.parameters, start.scope, start.rows.alias), ...start.conditions],
    items: [],
  });
