import type { Names, RelatedRows } from '../expressions/names.ts';
import { wireSql } from './projection.ts';
import type { Translation } from '../expressions/translation.ts';
import type { Value } from '../expressions/value.ts';

/** A column of an aggregation: a grouped property by its path, or an aggregate by its alias. */
export interface GroupColumn {
  readonly path: readonly string[];
  readonly value: Value;
}

const keyOf = (path: readonly string[]): string => path.join('/').toLowerCase();

/** The maximum number of members of a JSON object: half of PostgreSQL's limit of function arguments. */
const maxColumns = 50;

/** The rows of an aggregation, as the source of further transformations. */
export class GroupRows implements Names {
  readonly alias: string;
  readonly columns: readonly GroupColumn[];
  private readonly translation: Translation;
  private readonly source: string;
  private readonly byPath: ReadonlyMap<string, Value>;

  /** `source` selects the columns as `c1`, `c2`, …. */
  constructor(translation: Translation, source: string, columns: readonly GroupColumn[], position: number) {
    this.translation = translation;
    this.source = source;
    this.alias = translation.alias();
    this.columns = columns.map(({ path, value: { tenantColumn: _, ...value } }, index) => ({
      path,
      value: { ...value, path, sql: `${this.alias}.c${index + 1}`, stored: true },
    }));
    this.byPath = new Map(this.columns.map(({ path, value }) => [keyOf(path), value]));
    if (this.byPath.size < columns.length) throw translation.fault('Two columns have the same name.', position);
    if (columns.length > maxColumns) throw translation.fault(`There are more than ${maxColumns} columns.`, position);
  }

  from(): string {
    return `(${this.source}) ${this.alias}`;
  }

  value(segments: readonly string[], position: number): Value {
    const found = this.byPath.get(keyOf(segments));
    if (!found) throw this.translation.fault(`The aggregation has no '${segments.join('/')}'.`, position);
    return found;
  }

  related(segments: readonly string[], position: number): RelatedRows {
    throw this.translation.fault(`The aggregation has no collection '${segments.join('/')}'.`, position);
  }

  /** The rows as JSON objects over the alias; paths become nested objects. */
  json(depth = 0, columns = this.columns): string {
    const members = Map.groupBy(columns, ({ path }) => path[depth] ?? '');
    const pairs = [...members].map(([name, [first, ...more]]) => {
      const isLeaf = first !== undefined && more.length === 0 && first.path.length === depth + 1;
      const json = isLeaf ? wireSql(first.value.sql, first.value) : this.json(depth + 1, members.get(name) ?? []);
      return `${this.translation.parameters.add(name, 'text')}, ${json}`;
    });
    return `json_build_object(${pairs.join(', ')})`;
  }

  /** The columns in the form of `@odata.context`. */
  context(): string {
    const nested = (columns: readonly GroupColumn[], depth: number): string =>
      [...Map.groupBy(columns, ({ path }) => path[depth] ?? '')]
        .map(([name, inner]) => {
          const deeper = inner.filter(({ path }) => path.length > depth + 1);
          return deeper.length > 0 ? `${name}(${nested(deeper, depth + 1)})` : name;
        })
        .join(',');
    return `(${nested(this.columns, 0)})`;
  }
}
