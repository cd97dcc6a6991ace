import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../context.ts';
import type { Statement } from '../../database/gate.ts';
import { applyTo, stageTerms, type Stage } from './apply.ts';
import type { EntityDeclaration } from '../entity.ts';
import { modelOf } from '../entity-model.ts';
import { EntityRows } from './entity-rows.ts';
import { condition, type Frame } from '../expressions/expressions.ts';
import { GroupRows } from './group-rows.ts';
import type { ListQuery } from '../query/list-query.ts';
import { impliedSearch } from './implied-search.ts';
import { cursorSql } from './keyset.ts';
import { linkSql, type NextLink } from '../query/next-link.ts';
import { defaultTerms, orderSql, termsOf, withTieBreaker, type OrderTerm } from './ordering.ts';
import { countSql, pageSql, type Selection } from './page.ts';
import { project } from './projection.ts';
import { entityScope, reachFrom } from './reach.ts';
import { candidatesOfTerms, searchIn, type Search, type SearchedRows } from './search.ts';
import { widthOf } from './tenant-condition.ts';
import { Translation } from '../expressions/translation.ts';

/** Maximum rows of one response. */
export const pageSize = 1_000;

export interface ListRequest {
  readonly declaration: EntityDeclaration;
  readonly context: Context;
  readonly query: ListQuery;
  /** Overrides the permission of the declaration. */
  readonly permission?: Permission | readonly Permission[];
  /** The next link, if the server ends the page. */
  readonly nextLink?: NextLink;
}

/** A statement and its contribution to `@odata.context`. */
export interface ListStatement {
  readonly statement: Statement;
  readonly context: string;
  /** The translation that produced the statement, for the statement cache. */
  readonly translation: Translation;
}

interface Start {
  readonly translation: Translation;
  readonly selection: Selection;
  readonly search: Pick<Search, 'candidates'> | undefined;
}

/** The conditions on every row of the set, before the caller's filter. */
const fixedConditions = (
  { declaration, context }: ListRequest,
  translation: Translation,
  { alias }: EntityRows,
): string[] => {
  const { where, reach, subscriptionColumn, restrict } = declaration;
  const conditions = where ? [`(${where(alias)})`] : [];
  const narrowed = restrict?.(context, alias, translation.parameters);
  if (narrowed !== undefined) conditions.push(`(${narrowed})`);
  if (reach === 'context' && subscriptionColumn && context.subscriptionId)
    conditions.push(`${alias}.${subscriptionColumn} = ${translation.parameters.add(context.subscriptionId, 'uuid')}`);
  return conditions;
};

/** The rows visible to the caller; no query option can widen them. */
const begin = (request: ListRequest): Start => {
  const { declaration, context, query } = request;
  const scope = entityScope(context, declaration, request.permission);
  const translation = new Translation(reachFrom(context, scope), context.clock.now());
  const rows = new EntityRows(translation, modelOf(declaration));
  const conditions = fixedConditions(request, translation, rows);
  if (query.apply) return { translation, selection: { rows, scope, conditions }, search: undefined };
  const { filter, search: searched } = query;
  if (filter) conditions.push(translation.reading('$filter', () => condition(frameOf(translation, rows), filter)));
  const isUnfiltered = conditions.length === 0;
  const rowsRead = (query.top ?? pageSize) + (query.skip ?? 0);
  const rowsAsked = (isWhole: boolean): SearchedRows => ({
    scope,
    isNarrowed: !isWhole || query.count === true,
    rowsRead,
  });
  if (searched) {
    const requested = rowsAsked(isUnfiltered);
    const search = translation.reading('$search', () => searchIn(translation, rows, searched, requested));
    conditions.push(search.condition);
    const byCandidates = search.candidates !== undefined;
    return { translation, selection: { rows, scope, conditions, byCandidates, isWhole: isUnfiltered }, search };
  }
  const implied = filter && impliedSearch(rows, filter);
  if (!implied)
    return { translation, selection: { rows, scope, conditions, isWhole: isUnfiltered }, search: undefined };
  const isWhole = implied.isWhole && conditions.length === 1;
  const candidates = candidatesOfTerms(translation, rows, implied.terms, rowsAsked(isWhole));
  return {
    translation,
    selection: { rows, scope, conditions, byCandidates: true, isWhole },
    search: { candidates },
  };
};

const frameOf = (translation: Translation, names: EntityRows | GroupRows): Frame => ({
  translation,
  names,
  variables: new Map(),
});

const withCandidates = (search: Start['search'], text: string): string =>
  search?.candidates === undefined ? text : `with found as materialized (${search.candidates}) ${text}`;

interface Cut {
  readonly limit: number;
  readonly offset: number;
  /** The page is ended by the server's limit rather than by the caller's. */
  readonly byServer: boolean;
}

const maxRowsOf = ({ maxPageRows = pageSize }: ListQuery): number => Math.min(maxPageRows, pageSize);

const cutOf = (query: ListQuery): Cut => {
  const { top, skip = 0 } = query;
  const maxRows = maxRowsOf(query);
  const byServer = top === undefined || top > maxRows;
  return { limit: byServer ? maxRows + 1 : top, offset: skip, byServer };
};

/** Rows as JSON texts in `body`, with the cursor of each in `cursor` if it is known. */
interface RowTexts {
  readonly sql: string;
  readonly hasCursors: boolean;
}

/**
 * The members of the response after `@odata.context`: the count if requested, the rows, and the next link if there are
 * more.
 */
const answer = (
  translation: Translation,
  { query, nextLink }: ListRequest,
  count: (() => string) | undefined,
  rows: RowTexts,
): string => {
  const { byServer } = cutOf(query);
  const counted = count ? `'"@odata.count":' || (${count()}) || ',' || ` : '';
  if (!byServer)
    return `select ${counted}'"value":[' || coalesce(string_agg(j.body, ','), '') || ']' from (${rows.sql}) j`;
  const size = maxRowsOf(query);
  const left = query.top === undefined ? undefined : query.top - size;
  const cursors = rows.hasCursors ? `, array_agg(j.cursor) as cursors` : '';
  const link = nextLink
    ? linkSql(
        translation.parameters,
        nextLink,
        { passed: (query.after?.passed ?? query.skip ?? 0) + size, left },
        rows.hasCursors ? `a.cursors[${size}]` : undefined,
      )
    : `''`;
  return (
    `select ${counted}'"value":[' || array_to_string(a.bodies[1:${size}], ',') || ']' ||` +
    ` case when cardinality(a.bodies) > ${size} then ${link} else '' end` +
    ` from (select coalesce(array_agg(j.body), '{}') as bodies${cursors} from (${rows.sql}) j) a`
  );
};

/** The terms of the requested order, or of the stage's or the entity's default order, with the key as tie-breaker. */
const orderOf = ({ query }: ListRequest, { translation, selection }: Start, sliced?: Stage): OrderTerm[] => {
  const { rows, scope } = selection;
  const items = query.orderby;
  const terms = items
    ? translation.reading('$orderby', () => termsOf(frameOf(translation, rows), items))
    : sliced
      ? termsOf(frameOf(translation, rows), sliced.items)
      : defaultTerms(rows);
  return withTieBreaker(terms, rows, widthOf(scope) !== 'one');
};

/** All rows of a list regardless of paging, for a statement with a different output. */
export interface WholeList {
  readonly translation: Translation;
  /** The row alias; `source` contains its columns. */
  readonly rows: EntityRows;
  /** A select of the rows in their order, to be parenthesized. */
  readonly source: string;
  /** Wraps that select into the statement, with the common table expressions of the search. */
  readonly statement: (text: string) => Statement;
}

/**
 * All rows of a list: filtered, searched and sorted, limited by `$top` only.
 *
 * @throws 400 or 501 for what the declaration does not allow, and for `$apply`.
 */
export const wholeList = (request: ListRequest): WholeList => {
  const start = begin(request);
  const { translation, selection } = start;
  const { apply, top = Number.MAX_SAFE_INTEGER, skip = 0 } = request.query;
  if (apply) throw translation.reading('$apply', () => translation.unsupported('$apply of all rows', 0));
  return {
    translation,
    rows: new EntityRows(translation, selection.rows.model),
    source: pageSql(translation, selection, { terms: orderOf(request, start), limit: top, offset: skip }),
    statement: (text) => ({ text: withCandidates(start.search, text), values: translation.parameters.values }),
  };
};

const overRows = (request: ListRequest, start: Start, sliced?: Stage): ListStatement => {
  const { translation, selection } = start;
  const { query } = request;
  const { rows } = selection;
  const terms = orderOf(request, start, sliced);
  const { limit, offset, byServer } = cutOf(query);
  const hasCursors = byServer && request.nextLink !== undefined;
  const after = query.after && { cursor: query.after.cursor };
  const page = translation.reading('$skiptoken', () =>
    pageSql(translation, selection, { terms, limit, offset, withTerms: hasCursors, ...after }),
  );
  const shown = new EntityRows(translation, rows.model);
  const { columns, context } = project(translation, shown, query);
  const sql = hasCursors
    ? `select row_to_json(r)::text as body, ${cursorSql(terms, shown.alias)} as cursor` +
      ` from (${page}) ${shown.alias} cross join lateral (select ${columns}) r`
    : `select row_to_json(r)::text as body from (select ${columns} from (${page}) ${shown.alias}) r`;
  const count = query.count ? () => countSql(translation, selection) : undefined;
  const text = answer(translation, request, count, { sql, hasCursors });
  return {
    statement: { text: withCandidates(start.search, text), values: translation.parameters.values },
    context,
    translation,
  };
};

const overGroups = (request: ListRequest, translation: Translation, stage: Stage, rows: GroupRows): ListStatement => {
  const { query } = request;
  if (query.after)
    throw translation.reading('$skiptoken', () => translation.fault('The token belongs to another order.', 0));
  for (const name of ['select', 'expand', 'search'] as const)
    if (query[name])
      throw translation.reading(`$${name}`, () => translation.unsupported(`$${name} of an aggregation`, 0));
  const { filter, orderby } = query;
  const conditions = [
    ...stage.conditions,
    ...(filter ? [translation.reading('$filter', () => condition(frameOf(translation, rows), filter))] : []),
  ];
  const terms = translation.reading(orderby ? '$orderby' : '$apply', () => stageTerms(translation, stage, orderby));
  const { limit, offset } = cutOf(query);
  const from = `from ${rows.from()} where ${conditions.join(' and ')}`;
  const { parameters } = translation;
  const slice = ` limit ${parameters.add(limit, 'int8')} offset ${parameters.add(offset, 'int8')}`;
  const order = terms.length > 0 ? ` order by ${orderSql(terms)}` : '';
  const page = `select ${rows.alias}.* ${from}${order}${slice}`;
  const sql = `select ${rows.json()}::text as body from (${page}) ${rows.alias}`;
  const count = query.count ? () => `select count(*) ${from}` : undefined;
  // Groups have no key and are paged by offset.
  const text = answer(translation, request, count, { sql, hasCursors: false });
  return { statement: { text, values: parameters.values }, context: rows.context(), translation };
};

/** After `$apply` the other options refer to its result. */
const overApplied = (request: ListRequest, start: Start): ListStatement => {
  const { translation, selection } = start;
  const { apply = [], filter, search } = request.query;
  const stage = translation.reading('$apply', () => applyTo(translation, selection, apply));
  const { rows } = stage;
  if (rows instanceof GroupRows) return overGroups(request, translation, stage, rows);
  const conditions = [...stage.conditions];
  if (filter) conditions.push(translation.reading('$filter', () => condition(frameOf(translation, rows), filter)));
  if (search) conditions.push(translation.reading('$search', () => searchIn(translation, rows, search).condition));
  // The sliced rows contain the tenant condition already.
  return overRows(
    request,
    { translation, search: undefined, selection: { rows, scope: { kind: 'all' }, conditions } },
    stage,
  );
};

/**
 * The statement of a list: one text with the members of the JSON object after `@odata.context`.
 *
 * @throws 400 or 501 for what the declaration does not allow, before anything is read.
 */
export const listStatement = (request: ListRequest): ListStatement => {
  const start = begin(request);
  return request.query.apply ? overApplied(request, start) : overRows(request, start);
};

/**
 * The statement of `/$count`: the number as text.
 *
 * @throws what {@link listStatement} throws, for all options, including those without effect on the count.
 */
export const countStatement = (request: ListRequest): Statement => {
  listStatement(request);
  const { translation, selection, search } = begin(request);
  if (request.query.apply) throw translation.reading('$apply', () => translation.unsupported('$apply of a count', 0));
  const text = `select (${countSql(translation, selection)})::text`;
  return { text: withCandidates(search, text), values: translation.parameters.values };
};

/** The statement of one row as JSON; an empty text if the caller has no such row. */
export const entityStatement = (request: ListRequest, id: string): ListStatement => {
  const { translation, selection } = begin(request);
  const { rows } = selection;
  const { declaration } = request;
  const key = rows.model.properties.get(declaration.key.toLowerCase());
  const type = key?.property.type === 'guid' ? 'uuid' : key?.property.type === 'string' ? 'text' : 'int8';
  const isAsked = `${rows.alias}.${declaration.keyColumn} = ${translation.parameters.add(id, type)}`;
  const own = { ...selection, conditions: [...selection.conditions, isAsked] };
  const terms: OrderTerm[] = [
    { sql: `${rows.alias}.tenant_id`, type: 'guid', stored: true, descending: true, nullable: false },
  ];
  const page = pageSql(translation, own, { terms, limit: 1, offset: 0 });
  const shown = new EntityRows(translation, rows.model);
  const { columns, context } = project(translation, shown, request.query);
  const json = `select row_to_json(r)::text from (select ${columns} from (${page}) ${shown.alias}) r`;
  return {
    statement: { text: `select coalesce((${json}), '')`, values: translation.parameters.values },
    context,
    translation,
  };
};
