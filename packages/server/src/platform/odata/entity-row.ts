import type { EntityDeclaration, Property } from './entity.ts';

/** The TypeScript type of a column of each property type. */
interface ColumnValues {
  readonly string: string;
  readonly guid: string;
  readonly json: string;
  readonly timeSpan: string;
  readonly int32: number;
  readonly int64: number;
  readonly decimal: number;
  readonly double: number;
  readonly boolean: boolean;
  readonly dateTimeOffset: Date;
}

type Nullable<Declared, Value> = Declared extends { readonly nullable: true } ? Value | null : Value;

type ColumnValue<Declared extends Property> = Nullable<Declared, ColumnValues[Declared['type']]>;

/**
 * The row type of an entity's table, derived from its declaration: one member for each property that is a column, named
 * after the column. The area adds the columns that the entity does not expose.
 */
export type EntityRow<Entity extends EntityDeclaration> = {
  -readonly [
    Name in keyof Entity['properties'] as Entity['properties'][Name]['sql'] extends infer Column extends string
      ? Exclude<Column, 'tenant_id'>
      : never
  ]: ColumnValue<Entity['properties'][Name]>;
} & { tenant_id: string };

type WireValue<Declared extends Property> = Declared extends {
  readonly enumeration: Readonly<Record<infer Name extends string, number>>;
}
  ? Nullable<Declared, Name>
  : Declared['type'] extends 'dateTimeOffset'
    ? Nullable<Declared, string>
    : ColumnValue<Declared>;

/** The wire form of a row: one member for each property that is a column, named after the property. */
export type EntityWire<Entity extends EntityDeclaration> = {
  readonly [
    Name in keyof Entity['properties'] as Entity['properties'][Name]['sql'] extends string ? Name : never
  ]: WireValue<Entity['properties'][Name]>;
};

/** The members that a request body may contain. The contract's schema decides which of them may be `null` or absent. */
export type EntityBody<Entity extends EntityDeclaration> = {
  readonly [Name in keyof EntityWire<Entity>]?: EntityWire<Entity>[Name] | null | undefined;
};
