import type { ExpandItem, SelectItem } from '@cfs/odata';
import type { PropertyType } from '../odata/entity.ts';
import type { NamedEdge } from '../odata/entity-model.ts';
import { edgeConditions, propertyValue, type EntityRows } from '../odata/statements/entity-rows.ts';
import { wireSql } from '../odata/statements/projection.ts';
import type { Translation } from '../odata/expressions/translation.ts';

/** A column of an export: the path is the default heading. */
export interface ExportColumn {
  readonly path: string;
  /** In wire form. */
  readonly sql: string;
  /** Whether a value may contain any characters; numbers, ids and times need no quotes. */
  readonly isText: boolean;
}

const plainTypes: ReadonlySet<PropertyType> = new Set([
  'int32',
  'int64',
  'decimal',
  'double',
  'boolean',
  'guid',
  'dateTimeOffset',
]);

/** The maximum number of columns; a select list of PostgreSQL has at most 1,664. */
const maxColumns = 1_000;

interface Path {
  readonly segments: readonly string[];
  readonly position: number;
}

const selectedPaths = (rows: EntityRows, items: readonly SelectItem[] | undefined): readonly Path[] => {
  const all = (position: number): Path[] =>
    rows.visibleProperties().map(({ name }) => ({ segments: [name], position }));
  return items ? items.flatMap((item) => (item.kind === 'selectStar' ? all(item.position) : [item])) : all(0);
};

const edgeTo = (translation: Translation, rows: EntityRows, name: string, position: number): NamedEdge => {
  const found = rows.edge(name);
  if (!found) throw rows.unknown(name, position);
  if (found.edge.kind === 'many') throw translation.fault(`'${found.name}' is a collection.`, position);
  return found;
};

/** Columns of `$expand`: the properties of the related row. */
const expandedPaths = (translation: Translation, rows: EntityRows, items: readonly ExpandItem[]): Path[] =>
  items.flatMap(({ segments: [first, ...rest], position, options, ...item }) => {
    if (first === undefined) throw translation.unsupported('Expanding everything', position);
    const named = edgeTo(translation, rows, first, position);
    const target = rows.behind(named);
    const nested = rest.length > 0 ? [{ ...item, segments: rest, position, options }] : (options.expand ?? []);
    const own = rest.length > 0 ? [] : selectedPaths(target, options.select);
    return [...own, ...expandedPaths(translation, target, nested)].map((path) => ({
      segments: [named.name, ...path.segments],
      position,
    }));
  });

const columnAt = (
  translation: Translation,
  rows: EntityRows,
  [name = '', ...rest]: readonly string[],
  position: number,
): ExportColumn => {
  if (rest.length === 0) {
    if (rows.edge(name))
      throw translation.fault(`'${name}' is related: name one of its properties, as in '${name}/name'.`, position);
    const named = rows.property(name, position);
    const { property } = named;
    return {
      path: named.name,
      sql: wireSql(propertyValue(rows.model, named, rows.alias, rows.now).sql, property),
      isText: property.enumeration !== undefined || !plainTypes.has(property.type),
    };
  }
  const named = edgeTo(translation, rows, name, position);
  const target = rows.behind(named);
  const { path, sql, isText } = columnAt(translation, target, rest, position);
  const conditions = edgeConditions(translation, named.edge, rows.alias, target.alias).join(' and ');
  // In a shared entity the tenant and System may both have a row with the id; System's tenant id is the smallest.
  const order = named.edge.entity().shared ? ` order by ${target.alias}.tenant_id desc` : '';
  return {
    path: `${named.name}/${path}`,
    sql: `(select ${sql} from ${target.from()} where ${conditions}${order} limit 1)`,
    isText,
  };
};

/**
 * The columns of `$select`, including paths such as `tenant/name`, or by default all that the caller may see, followed
 * by those of `$expand`.
 *
 * @throws 400 for what is undeclared, not exposed by the edge or not permitted, for paths through a collection, and for
 *   too many columns.
 */
export const exportColumns = (
  translation: Translation,
  rows: EntityRows,
  { select, expand }: { readonly select?: readonly SelectItem[]; readonly expand?: readonly ExpandItem[] },
): readonly ExportColumn[] => {
  const columns = (paths: readonly Path[], before = 0): ExportColumn[] =>
    paths.map(({ segments, position }, index) => {
      if (before + index >= maxColumns) throw translation.fault(`There are more than ${maxColumns} columns.`, position);
      return columnAt(translation, rows, segments, position);
    });
  const selected = translation.reading('$select', () => columns(selectedPaths(rows, select)));
  const expanded = translation.reading('$expand', () =>
    columns(expandedPaths(translation, rows, expand ?? []), selected.length),
  );
  return [...selected, ...expanded];
};
