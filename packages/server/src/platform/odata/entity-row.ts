import type { EntityDeclaration, Property } from './entity.ts';

/** What a column of each type holds when it is read. */
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
 * The row of an entity's table, as its declaration tells it: one member for each property that is a column, by the
 * column's name. The area adds by hand what the entity does not show.
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

/** A row in its wire form: every property that is a column, by the property's name. */
export type EntityWire<Entity extends EntityDeclaration> = {
  readonly [
    Name in keyof Entity['properties'] as Entity['properties'][Name]['sql'] extends string ? Name : never
  ]: WireValue<Entity['properties'][Name]>;
};

/** What a body may say of an entity. Whether a member may be `null` or absent is for the contract's schema to say. */
export type EntityBody<Entity extends EntityDeclaration> = {
  readonly [Name in keyof EntityWire<Entity>]?: EntityWire<Entity>[Name] | null | undefined;
};
