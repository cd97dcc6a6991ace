import { systemTenantId } from '../../context.ts';
import type { Edge, Property } from '../entity.ts';
import { modelOf, type EntityModel, type NamedEdge, type NamedProperty } from '../entity-model.ts';
import type { Names, RelatedRows } from '../expressions/names.ts';
import type { Translation } from '../expressions/translation.ts';
import { enumName, odataNamespace } from '../metadata/type-names.ts';
import { valueTypeOf, type Value } from '../expressions/value.ts';

const systemTenant = `'${systemTenantId}'::uuid`;

/** Returns the placeholder of the request's time. */
export type Now = () => string;

/** The SQL expression of a stored property, qualified by the alias. */
export const storedSql = (property: Property, alias: string, now: Now): string =>
  typeof property.sql === 'string' ? `${alias}.${property.sql}` : `(${property.sql(alias, now)})`;

const isSharedTenant = (model: EntityModel, property: Property): boolean =>
  model.declaration.shared === true && property.sql === 'tenant_id';

/** The SQL expression of a property's value; the System tenant of a shared entity becomes NULL. */
export const propertyValue = (
  model: EntityModel,
  { name, property }: NamedProperty,
  alias: string,
  now: Now,
): Value => {
  const sql = storedSql(property, alias, now);
  const stored = typeof property.sql === 'string';
  const common = {
    kind: 'value',
    type: valueTypeOf(property),
    ...(property.enumeration && {
      enumeration: property.enumeration,
      enumerationType: `${odataNamespace}.${enumName(model.declaration, name)}`,
    }),
    ...(property.names && { names: property.names }),
    ...(property.sort === false && { unsortable: true }),
  } as const;
  return isSharedTenant(model, property)
    ? { ...common, sql: `nullif(${sql}, ${systemTenant})`, nullable: true, tenantColumn: sql }
    : {
        ...common,
        sql,
        nullable: property.nullable ?? false,
        stored,
        indexed: stored && typeof property.sort === 'object',
      };
};

const tenantCondition = (edge: Edge, local: string, target: string): string => {
  const own = `${target}.tenant_id = ${local}.tenant_id`;
  if (edge.sharedLeadsToEveryTenant) return `(${own} or ${local}.tenant_id = ${systemTenant})`;
  return edge.entity().shared ? `${target}.tenant_id in (${local}.tenant_id, ${systemTenant})` : own;
};

/** The join conditions between the source row of an edge and its target row. */
export const edgeConditions = (translation: Translation, edge: Edge, local: string, target: string): string[] => {
  const { where } = edge.entity();
  const reached = translation.reach.edge(edge);
  return [
    tenantCondition(edge, local, target),
    ...edge.on.map((pair) => `${target}.${pair.foreign} = ${local}.${pair.local}`),
    ...(reached === 'all' || reached === 'none'
      ? []
      : [`${target}.tenant_id = any (${translation.parameters.add(reached, 'uuid[]')})`]),
    ...(where ? [`(${where(target)})`] : []),
  ];
};

/**
 * The rows of an entity under an alias, with the joins for paths through its `one` edges.
 *
 * Only the properties exposed by an edge are known behind it; a property that the caller may not see counts as
 * undeclared.
 */
export class EntityRows implements Names {
  readonly model: EntityModel;
  readonly alias: string;
  /** Whether the rows come directly from the entity's table, so that they can be looked up by key. */
  readonly isStored: boolean;
  readonly now: Now;
  private readonly source: string;
  private readonly translation: Translation;
  private readonly exposed: ReadonlySet<string> | undefined;
  private readonly joins: string[];
  private readonly joined = new Map<string, EntityRows>();

  constructor(
    translation: Translation,
    model: EntityModel,
    options: {
      readonly source?: string;
      readonly alias?: string;
      readonly exposes?: readonly string[];
      readonly joins?: string[];
    } = {},
  ) {
    this.translation = translation;
    this.model = model;
    this.alias = options.alias ?? translation.alias();
    this.isStored = options.source === undefined;
    this.now = () => translation.parameters.add(translation.now().toISOString(), 'timestamptz');
    this.source = options.source ?? model.declaration.table;
    this.exposed = options.exposes && new Set(options.exposes.map((name) => name.toLowerCase()));
    this.joins = options.joins ?? [];
  }

  /** The text after `from`; complete once every name has been resolved. */
  from(): string {
    return `${this.source} ${this.alias}${this.joins.join('')}`;
  }

  /** @throws 400 for a property that is undeclared, not exposed by the edge, or not permitted to the caller. */
  property(name: string, position: number): NamedProperty {
    const found = this.model.properties.get(name.toLowerCase());
    if (found && this.isExposed(name) && this.translation.reach.sees(found.property)) return found;
    throw this.unknown(name, position);
  }

  /** The edge of that name; `undefined` if the caller lacks its permission. */
  edge(name: string): NamedEdge | undefined {
    const found = this.model.edges.get(name.toLowerCase());
    return found && this.isExposed(name) && this.translation.reach.edge(found.edge) !== 'none' ? found : undefined;
  }

  /** The properties in a response without `$select`. */
  visibleProperties(): NamedProperty[] {
    return [...this.model.properties.values()].filter(
      ({ name, property }) => this.isExposed(name) && this.translation.reach.sees(property),
    );
  }

  visibleEdges(): NamedEdge[] {
    return [...this.model.edges.values()].filter(({ name }) => this.edge(name) !== undefined);
  }

  value(segments: readonly string[], position: number): Value {
    const kept = this.keptValue(segments, position);
    if (kept) return kept;
    const { rows, path, last } = this.walk(segments, position);
    if (rows.edge(last)) throw this.translation.unsupported(`Comparing the related '${last}'`, position);
    const property = this.comparable(rows.property(last, position), position);
    const found = propertyValue(rows.model, property, rows.alias, rows.now);
    return { ...found, nullable: found.nullable || path.length > 0, path: [...path, property.name] };
  }

  related(segments: readonly string[], position: number): RelatedRows {
    const { rows, last } = this.walk(segments, position);
    const found = rows.edge(last);
    if (!found) throw rows.unknown(last, position);
    if (found.edge.kind === 'one') throw this.translation.fault(`'${last}' is not a collection.`, position);
    const target = this.behind(found);
    const conditions = edgeConditions(this.translation, found.edge, rows.alias, target.alias);
    const select = (what: string, condition?: string): string =>
      `(select ${what} from ${target.from()} where ${[...conditions, ...(condition ? [`(${condition})`] : [])].join(' and ')})`;
    return {
      names: target,
      exists: (condition) => `exists ${select('1', condition)}`,
      count: () => select('count(*)'),
    };
  }

  /** The column that holds a denormalised copy of the target's property; `undefined` if there is none. */
  kept({ edge }: NamedEdge, { name }: NamedProperty): string | undefined {
    const column = edge.kept?.[name];
    return column === undefined || this.translation.reach.edge(edge) !== 'all' ? undefined : `${this.alias}.${column}`;
  }

  /** The rows behind an edge under their own alias, limited to what the edge exposes. */
  behind({ edge }: NamedEdge): EntityRows {
    return new EntityRows(this.translation, modelOf(edge.entity()), { exposes: edge.exposes });
  }

  unknown(name: string, position: number): Error {
    return this.translation.fault(`${this.model.declaration.name} has no property '${name}'.`, position);
  }

  private comparable(named: NamedProperty, position: number): NamedProperty {
    if (named.property.filter !== false) return named;
    throw this.translation.fault(`'${named.name}' cannot be filtered, sorted or grouped.`, position);
  }

  /** The value of a path over one edge whose target property is denormalised into the row. */
  private keptValue([first = '', last, ...more]: readonly string[], position: number): Value | undefined {
    const edge = last === undefined || more.length > 0 ? undefined : this.edge(first);
    if (last === undefined || edge?.edge.kept === undefined) return undefined;
    const target = this.behind(edge);
    if (target.edge(last)) return undefined;
    const property = this.comparable(target.property(last, position), position);
    const sql = this.kept(edge, property);
    return sql === undefined
      ? undefined
      : { ...propertyValue(target.model, property, target.alias, target.now), sql, path: [edge.name, property.name] };
  }

  private isExposed(name: string): boolean {
    return this.exposed === undefined || this.exposed.has(name.toLowerCase());
  }

  private walk(segments: readonly string[], position: number): { rows: EntityRows; path: string[]; last: string } {
    const last = segments.at(-1);
    if (last === undefined) throw this.translation.unsupported('A row as a value', position);
    const path: string[] = [];
    const rows = segments.slice(0, -1).reduce<EntityRows>((before, segment) => {
      const found = before.edge(segment);
      if (!found) throw before.unknown(segment, position);
      path.push(found.name);
      return before.join(found, position);
    }, this);
    return { rows, path, last };
  }

  private join(found: NamedEdge, position: number): EntityRows {
    if (found.edge.kind === 'many')
      throw this.translation.fault(`'${found.name}' is a collection: ask with any or all.`, position);
    const known = this.joined.get(found.name);
    if (known) return known;
    const declaration = found.edge.entity();
    const target = new EntityRows(this.translation, modelOf(declaration), {
      exposes: found.edge.exposes,
      joins: this.joins,
    });
    const on = edgeConditions(this.translation, found.edge, this.alias, target.alias).join(' and ');
    // In a shared entity the tenant and System may both have a row with the id: the tenant's row takes precedence.
    this.joins.push(
      declaration.shared
        ? ` left join lateral (select * from ${declaration.table} ${target.alias} where ${on}` +
            ` order by ${target.alias}.tenant_id = ${systemTenant} limit 1) ${target.alias} on true`
        : ` left join ${declaration.table} ${target.alias} on ${on}`,
    );
    this.joined.set(found.name, target);
    return target;
  }
}
