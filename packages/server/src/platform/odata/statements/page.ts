import type { Scope } from '../../context.ts';
import type { EntityRows } from './entity-rows.ts';
import { afterCursor, rangesAfter, type Cursor } from './keyset.ts';
import { LiteralFault } from './parameters.ts';
import { isIndexed, orderSql, type OrderTerm } from './ordering.ts';
import { tenantCondition, widthOf } from './tenant-condition.ts';
import type { Translation } from '../expressions/translation.ts';

/** The selected rows of an entity that are visible to the caller. */
export interface Selection {
  readonly rows: EntityRows;
  readonly scope: Scope;
  /** Each condition is parenthesized. */
  readonly conditions: readonly string[];
  /** Ids found by an index, see {@link Search}; `found` is their common table expression. */
  readonly byCandidates?: boolean;
  /** Only the tenant scope and a search restrict the rows, so that hits are dense where there are many. */
  readonly isWhole?: boolean;
}

/** A slice of a selection, in an order. */
export interface Page {
  readonly terms: readonly OrderTerm[];
  readonly limit: number;
  readonly offset: number;
  /** Only the key columns and the terms (`o1`, `o2`, …) are selected. */
  readonly byKey?: boolean;
  /** The terms are selected as `o1`, `o2`, … in addition to the columns. */
  readonly withTerms?: boolean;
  /** Keyset cursor: the rows after it. The row of the cursor may no longer exist. */
  readonly cursor?: Cursor;
}

/**
 * Page lengths that are literals in the statement, so that the planner may prefer an ordered index; others are
 * parameters.
 */
const usualLimits = new Set([1, 10, 25, 50, 100, 1_000, 1_001]);

const bounds = (translation: Translation, limit: number, offset: number): string => {
  const length = usualLimits.has(limit) ? String(limit) : translation.parameters.add(limit, 'int8');
  return ` limit ${length}${offset > 0 ? ` offset ${translation.parameters.add(offset, 'int8')}` : ''}`;
};

/** Up to this limit whole rows are sorted; beyond it, keys are sorted and the rows looked up afterwards. */
const maxSortedRows = { few: 250, one: 1_500, many: 1_500, all: 1_500, none: 0 };

/** The key columns. */
const identity = ({ model }: EntityRows): string[] => [...new Set(['tenant_id', model.declaration.keyColumn])];

const columnsOf = (rows: EntityRows, page: Page): string =>
  (page.byKey ? identity(rows) : ['*']).map((column) => `${rows.alias}.${column}`).join(', ');

const where = (conditions: readonly string[]): string => ` where ${conditions.join(' and ')}`;

const areFewFound = '(select count(*) = count(id) from found)';
const isFound = ({ alias, model }: EntityRows): string =>
  `${areFewFound} and ${alias}.${model.declaration.keyColumn} in (select id from found)`;

/** The number of rows of the selection. */
export const countSql = (translation: Translation, { rows, scope, conditions, byCandidates }: Selection): string => {
  const all = [tenantCondition(translation.parameters, scope, rows.alias), ...conditions];
  const count = (extra: readonly string[]): string =>
    `(select count(*) from ${rows.from()}${where([...all, ...extra])})`;
  return byCandidates ? `${count([isFound(rows)])} + ${count([`not ${areFewFound}`])}` : count([]);
};

/**
 * Whether to read all tenants in order and filter rather than each tenant's part of an index. A word that is common
 * over all tenants may be absent in one, whose part would be scanned to its end.
 */
const closeHits = ({ rows, scope, byCandidates, isWhole }: Selection, { terms }: Page): boolean =>
  byCandidates === true && isWhole === true && widthOf(scope) === 'few' && isIndexed(terms, rows);

/** The rows of one page, with the order's terms as `o1`, `o2`, … where branches are merged. */
const branch = (translation: Translation, selection: Selection, page: Page, extra: readonly string[]): string => {
  const { rows, scope, conditions } = selection;
  const { alias } = rows;
  const order = ` order by ${orderSql(page.terms)}${bounds(translation, page.offset + page.limit, 0)}`;
  const select = (tenant: string): string =>
    `select ${columnsOf(rows, page)}${exported(page)} from ${rows.from()}${where([tenant, ...conditions, ...extra])}${order}`;
  const width = closeHits(selection, page) ? 'many' : widthOf(scope);
  if (width !== 'few' || scope.kind === 'all')
    return select(tenantCondition(translation.parameters, scope, alias, width));
  const tenants = translation.parameters.add(scope.tenantIds, 'uuid[]');
  const one = translation.alias();
  return `select merged.* from unnest(${tenants}) ${one}(tenant_id) cross join lateral (${select(
    `${alias}.tenant_id = ${one}.tenant_id`,
  )}) merged`;
};

/** The rows among the candidates; few enough to be read by their ids. */
const candidateBranch = (translation: Translation, { rows, scope, conditions }: Selection, page: Page): string => {
  const tenant = tenantCondition(translation.parameters, scope, rows.alias);
  const all = where([tenant, ...conditions, isFound(rows)]);
  return `select ${columnsOf(rows, page)}${exported(page)} from ${rows.from()}${all}`;
};

const exported = ({ terms }: Page): string => terms.map((term, index) => `, ${term.sql} as "o${index + 1}"`).join('');

const merge = (translation: Translation, page: Page, branches: string): string =>
  `select page.* from (${branches}) page order by ${orderSql(page.terms, (_, index) => `page."o${index + 1}"`)}${bounds(
    translation,
    page.limit,
    page.offset,
  )}`;

/** The selection's rows in their order, in a query shape that suits the number of tenants. */
const orderedRows = (translation: Translation, selection: Selection, page: Page): string => {
  const { rows, scope, conditions } = selection;
  if (selection.byCandidates) {
    const found = candidateBranch(translation, selection, page);
    return merge(
      translation,
      page,
      `(${found}) union all (${branch(translation, selection, page, [`not ${areFewFound}`])})`,
    );
  }
  if (widthOf(scope) === 'few') return merge(translation, page, branch(translation, selection, page, []));
  return `select ${columnsOf(rows, page)}${page.byKey || page.withTerms ? exported(page) : ''} from ${rows.from()}${where(
    [tenantCondition(translation.parameters, scope, rows.alias), ...conditions],
  )} order by ${orderSql(page.terms)}${bounds(translation, page.limit, page.offset)}`;
};

const within = (selection: Selection, condition: string): Selection => ({
  ...selection,
  conditions: [...selection.conditions, `(${condition})`],
});

/**
 * The rows after a cursor. If an index has the order, each range after the cursor is a branch, so that no branch reads
 * the rows before it, for all combinations of directions and NULLs.
 */
const rowsAfter = (translation: Translation, selection: Selection, page: Page, cursor: Cursor): string => {
  const { parameters } = translation;
  const { rows, byCandidates } = selection;
  const requested = { ...page, withTerms: true };
  if (!rows.isStored || byCandidates || !isIndexed(page.terms, rows))
    return orderedRows(translation, within(selection, afterCursor(parameters, page.terms, cursor)), requested);
  const branches = rangesAfter(parameters, page.terms, cursor).map(
    (range) => `(${orderedRows(translation, within(selection, range), requested)})`,
  );
  return merge(translation, page, branches.join(' union all '));
};

/** Whether sorting keys and looking the rows up afterwards is cheaper than sorting whole rows. */
const sortsMany = ({ rows, scope }: Selection, { terms, limit, offset }: Page): boolean =>
  rows.isStored && (!isIndexed(terms, rows) || offset + limit > maxSortedRows[widthOf(scope)]);

/** From this offset on, counting rows by value is cheaper than sorting them. */
const farBack = 20_000;

const isFarBack = ({ rows, byCandidates }: Selection, { terms, limit, offset }: Page): boolean =>
  offset >= farBack && limit <= 1_001 && terms[0]?.repeats === true && !byCandidates && !isIndexed(terms, rows);

/**
 * The keys of a page at a large offset in an order of repeating values. The number of rows by value determines the
 * values on the page, and only the rows of these are sorted. Rows with equal values are ordered by key; where they are
 * many, as rows with NULL often are, an index reaches the offset among them.
 */
const farSql = (translation: Translation, { rows, scope, conditions }: Selection, page: Page): string => {
  const { parameters } = translation;
  const [term, ...ties] = page.terms;
  if (term === undefined) throw new TypeError('An order has a first term.');
  const all = [tenantCondition(parameters, scope, rows.alias), ...conditions];
  const [from, to] = [parameters.add(page.offset, 'int8'), parameters.add(page.offset + page.limit, 'int8')];
  const counted = `select ${term.sql} as value, count(*) as n from ${rows.from()}${where(all)} group by 1`;
  const placed = `select value, n, (sum(n) over (order by ${orderSql([term], () => 'value')}) - n)::int8 as before from (${counted}) counted`;
  const near =
    `select value, before, before <= ${from} and (value is null or n > ${farBack}) as is_entered` +
    ` from (${placed}) placed where before < ${to} and before + n > ${from}`;
  const length = bounds(translation, page.limit, 0);
  const keys = (condition: string, of: string): string =>
    `select ${columnsOf(rows, page)}${exported(page)} from ${rows.from()}` +
    where([...all, `${term.sql} ${condition}`, `exists (select from near where ${of})`]);
  const skipped = (of: string): string => ` offset (select ${from} - before from near where ${of})`;
  const entered = 'is_entered and value is not null';
  const branches = [
    keys('is null', 'value is null') + ` order by ${orderSql(ties)}${length}${skipped('is_entered and value is null')}`,
    keys(`= (select value from near where ${entered})`, entered) +
      ` order by ${orderSql(ties)}${length}${skipped(entered)}`,
    keys('in (select value from near where not is_entered)', 'not is_entered and value is not null'),
  ];
  return (
    `with near as materialized (${near})` +
    ` select * from (${branches.map((each) => `(${each})`).join(' union all ')}) rows_near` +
    ` order by ${orderSql(page.terms, (_, index) => `"o${index + 1}"`)}${length}` +
    skipped(`before <= ${from} and not is_entered`)
  );
};

/**
 * A page of the selection. One tenant: its part of an index. A few tenants: their parts, merged. Many or all: an index
 * without the tenant.
 */
export const pageSql = (translation: Translation, selection: Selection, page: Page): string => {
  const orderedSql = (requested: Page): string =>
    page.cursor
      ? withCursor(translation, page.cursor, (cursor) => rowsAfter(translation, selection, requested, cursor))
      : orderedRows(translation, selection, requested);
  if (!sortsMany(selection, page)) return orderedSql(page);
  const byKey = { ...page, byKey: true };
  const keys = isFarBack(selection, page) ? farSql(translation, selection, byKey) : orderedSql(byKey);
  const [row, sorted] = [translation.alias(), 'sorted'];
  const same = identity(selection.rows).map((column) => `${row}.${column} = ${sorted}.${column}`);
  // Joins one row for each key, regardless of the planner's estimate.
  const lookUp = `select * from ${selection.rows.model.declaration.table} ${row}${where(same)} limit 1`;
  const terms = page.withTerms ? page.terms.map((_, index) => `, ${sorted}."o${index + 1}"`).join('') : '';
  return (
    `select ${row}.*${terms} from (${keys}) ${sorted} cross join lateral (${lookUp}) ${row}` +
    ` order by ${orderSql(page.terms, (_, index) => `${sorted}."o${index + 1}"`)}`
  );
};

/** Maps a cursor of another order to a problem document. */
const withCursor = (translation: Translation, cursor: Cursor, write: (cursor: Cursor) => string): string => {
  try {
    return write(cursor);
  } catch (error) {
    throw error instanceof LiteralFault ? translation.fault(error.message, 0) : error;
  }
};
