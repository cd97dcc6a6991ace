import type { ExpandItem, ExpandOptions, SelectItem } from '@cfs/odata';
import { condition, type Frame } from '../expressions/expressions.ts';
import type { EntityRows } from './entity-rows.ts';
import { edgeConditions, propertyValue } from './entity-rows.ts';
import type { NamedEdge, NamedProperty } from '../entity-model.ts';
import { defaultTerms, orderSql, termsOf, withTieBreaker } from './ordering.ts';
import { searchIn } from './search.ts';
import type { Translation } from '../expressions/translation.ts';

/** The selected part of a row. */
export interface Projection {
  readonly select?: readonly SelectItem[] | undefined;
  readonly expand?: readonly ExpandItem[] | undefined;
}

/** The selected columns in wire form, and their form in `@odata.context`. */
export interface Projected {
  readonly columns: string;
  readonly context: string;
}

export const instantFormat = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

const branches = new WeakMap<Readonly<Record<string, number>>, string>();

/** The branches of the `case` that maps an enumeration's numbers to names, cached by enumeration. */
const branchesOf = (enumeration: Readonly<Record<string, number>>): string => {
  const known = branches.get(enumeration);
  if (known !== undefined) return known;
  const written = Object.entries(enumeration)
    .map(([name, number]) => `when ${number} then '${name}'`)
    .join(' ');
  branches.set(enumeration, written);
  return written;
};

/** An expression in wire form: times in UTC with milliseconds, enumerations by name, JSON as text. */
export const wireSql = (
  sql: string,
  { type, enumeration }: { readonly type: string; readonly enumeration?: Readonly<Record<string, number>> },
): string => {
  if (enumeration) return `case ${sql} ${branchesOf(enumeration)} else (${sql})::text end`;
  if (type === 'dateTimeOffset') return `to_char(${sql} at time zone 'UTC', ${instantFormat})`;
  return type === 'json' || type === 'timeSpan' ? `(${sql})::text` : sql;
};

const propertyColumn = (rows: EntityRows, named: NamedProperty): string => {
  const { property, name } = named;
  return `${wireSql(propertyValue(rows.model, named, rows.alias, rows.now).sql, property)} as "${name}"`;
};

const selected = (
  translation: Translation,
  rows: EntityRows,
  items: readonly SelectItem[] | undefined,
): NamedProperty[] => {
  if (!items || items.some((item) => item.kind === 'selectStar')) {
    checkNames(translation, rows, items ?? []);
    return rows.visibleProperties();
  }
  return checkNames(translation, rows, items);
};

/** The selected properties without duplicates; a selected edge has an effect only if it is expanded. */
const checkNames = (translation: Translation, rows: EntityRows, items: readonly SelectItem[]): NamedProperty[] => {
  const found = new Map<string, NamedProperty>();
  for (const item of items) {
    if (item.kind === 'selectStar') continue;
    const [name, ...more] = item.segments;
    if (name === undefined || more.length > 0) throw translation.unsupported('A path in $select', item.position);
    if (rows.edge(name)) continue;
    const named = rows.property(name, item.position);
    found.set(named.name, named);
  }
  return [...found.values()];
};

interface Expansion {
  readonly named: NamedEdge;
  readonly options: ExpandOptions;
  readonly position: number;
}

/** One expansion for each edge: `a/b` is short for `a($expand=b)`, and paths with a common first edge are merged. */
const expansions = (translation: Translation, rows: EntityRows, items: readonly ExpandItem[]): Expansion[] => {
  const found = new Map<string, Expansion>();
  const add = (named: NamedEdge, options: ExpandOptions, position: number): void => {
    const known = found.get(named.name);
    const plain = (each: ExpandOptions): boolean => Object.keys(each).every((key) => key === 'expand');
    if (known && !plain(known.options) && !plain(options))
      throw translation.fault(`'${named.name}' is expanded twice.`, position);
    const expand = [...(known?.options.expand ?? []), ...(options.expand ?? [])];
    found.set(named.name, {
      named,
      options: { ...known?.options, ...options, ...(expand.length > 0 && { expand }) },
      position,
    });
  };
  for (const item of items) {
    const [name, ...rest] = item.segments;
    if (item.star || name === undefined) {
      if (item.options.levels !== undefined) throw translation.unsupported('$levels', item.position);
      for (const named of rows.visibleEdges()) add(named, {}, item.position);
      continue;
    }
    const named = rows.edge(name);
    if (!named) throw rows.unknown(name, item.position);
    const nested: ExpandOptions = rest.length > 0 ? { expand: [{ ...item, segments: rest }] } : item.options;
    add(named, nested, item.position);
  }
  return [...found.values()];
};

const ofOne = ['select', 'expand'];

/** The related row from denormalised columns, if they contain everything selected. */
const keptRow = (rows: EntityRows, target: EntityRows, { named, options }: Expansion): string | undefined => {
  if (named.edge.kept === undefined || options.expand || !options.select) return undefined;
  const members = new Map<string, string>();
  for (const item of options.select) {
    if (item.kind === 'selectStar' || item.segments.length !== 1) return undefined;
    const [name = ''] = item.segments;
    const property = target.edge(name) ? undefined : target.property(name, item.position);
    const sql = property && rows.kept(named, property);
    if (property === undefined || sql === undefined) return undefined;
    members.set(property.name, `'${property.name}', ${wireSql(sql, property.property)}`);
  }
  return `json_build_object(${[...members.values()].join(', ')})`;
};

const expandOne = (translation: Translation, rows: EntityRows, { named, options, position }: Expansion): Projected => {
  const foreign = Object.keys(options).find((option) => !ofOne.includes(option));
  if (foreign) throw translation.fault(`'$${foreign}' needs a collection.`, position);
  const target = rows.behind(named);
  const conditions = edgeConditions(translation, named.edge, rows.alias, target.alias);
  const { columns, context } = project(translation, target, options, '$expand');
  const kept = keptRow(rows, target, { named, options, position });
  if (kept !== undefined) return { columns: `${kept} as "${named.name}"`, context: `${named.name}${context}` };
  // In a shared entity the tenant and System may both have a row with the id; System's tenant id is the smallest.
  const order = named.edge.entity().shared ? ` order by ${target.alias}.tenant_id desc` : '';
  const row = `select ${columns} from ${target.from()} where ${conditions.join(' and ')}${order} limit 1`;
  return {
    columns: `(select row_to_json(r) from (${row}) r) as "${named.name}"`,
    context: `${named.name}${context || '()'}`,
  };
};

const expandMany = (translation: Translation, rows: EntityRows, { named, options, position }: Expansion): Projected => {
  if (options.levels !== undefined) throw translation.unsupported('$levels', position);
  const target = rows.behind(named);
  const frame: Frame = { translation, names: target, variables: new Map() };
  const conditions = edgeConditions(translation, named.edge, rows.alias, target.alias);
  if (options.filter) conditions.push(condition(frame, options.filter));
  if (options.search) conditions.push(searchIn(translation, target, options.search).condition);
  const terms = withTieBreaker(options.orderby ? termsOf(frame, options.orderby) : defaultTerms(target), target, true);
  const where = ` where ${conditions.join(' and ')}`;
  const top = options.top === undefined ? '' : ` limit ${translation.parameters.add(options.top, 'int8')}`;
  const skip = options.skip ? ` offset ${translation.parameters.add(options.skip, 'int8')}` : '';
  const page = `select ${target.alias}.* from ${target.from()}${where} order by ${orderSql(terms)}${top}${skip}`;
  const { columns, context } = project(translation, target, options, '$expand');
  const count = options.count ? `, (select count(*) from ${target.from()}${where}) as "${named.name}@odata.count"` : '';
  return {
    columns: `(select coalesce(json_agg(row_to_json(r)), '[]'::json) from (select ${columns} from (${page}) ${target.alias}) r) as "${named.name}"${count}`,
    context: `${named.name}${context || '()'}`,
  };
};

/**
 * The selected columns under the rows' alias, in wire form and with wire names. `option` is the query option of the
 * selection: `$expand` for nested ones.
 */
export const project = (
  translation: Translation,
  rows: EntityRows,
  projection: Projection,
  option = '$select',
): Projected => {
  const properties = translation.reading(option, () => selected(translation, rows, projection.select));
  const expanded = translation.reading('$expand', () =>
    expansions(translation, rows, projection.expand ?? []).map((expansion) =>
      expansion.named.edge.kind === 'one'
        ? expandOne(translation, rows, expansion)
        : expandMany(translation, rows, expansion),
    ),
  );
  const columns = [...properties.map((named) => propertyColumn(rows, named)), ...expanded.map((each) => each.columns)];
  const names = [
    ...(projection.select ? properties.map(({ name }) => name) : []),
    ...expanded.map((each) => each.context),
  ];
  return { columns: columns.join(', '), context: names.length > 0 ? `(${names.join(',')})` : '' };
};
