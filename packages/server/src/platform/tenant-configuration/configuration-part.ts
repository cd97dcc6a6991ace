import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import type { Services } from '../services.ts';
import type { NamedKind, Names, NameSource } from './names.ts';

/** What a part of a configuration needs to read. */
export interface Reading {
  readonly db: ScopedDatabase;
  readonly context: Context;
  readonly tenantId: string;
  readonly names: Names;
}

/** What a part needs to write, in the same transaction. */
export interface Within extends Reading {
  /** Services whose reads and writes join the transaction. */
  readonly services: Services;
}

/** What happens to a stored item that is not in the file. */
export type Removal<Row, Item> =
  | { readonly verb: 'keep'; readonly reason: string }
  | {
      readonly verb: 'delete' | 'disable' | 'retire';
      /** Whether the item is already removed as far as possible, for example disabled. */
      readonly isDone?: (item: Item) => boolean;
      readonly run: (within: Within, row: Row) => Promise<void>;
    };

interface PartBasis<Item> {
  /** Its key at the top level of the file. */
  readonly key: string;
  /** The noun for one item in the plan. */
  readonly noun: string;
  /** Keys of the parts whose items are named by items of this part. */
  readonly after: readonly string[];
  /** The schema of an item in the file; its output, with every default, is compared. */
  readonly schema: z.ZodType<Item>;
  /** Members whose values are never printed. */
  readonly unprinted?: readonly (keyof Item & string)[];
}

/** A list of named items. */
export interface ListPart<Row, Item, Body> extends PartBasis<Item> {
  readonly form: 'list';
  /** The names that an item defines, by which other items refer to it or to parts of it. */
  readonly namesIn?: (item: Item) => readonly (readonly [kind: NamedKind, name: string])[];
  readonly nameOf: (item: Item) => string;
  /** The rows of the tenant itself, in any order. */
  readonly read: (reading: Reading) => Promise<readonly Row[]>;
  /**
   * The row as an item, without members that have their defaults.
   *
   * @throws ItemFaults for a row that refers to a row which no longer exists.
   */
  readonly toItem: (row: Row, reading: Reading) => unknown;
  /**
   * The item as the body of the call with which the screens store it.
   *
   * @throws ItemFaults with the faults of the item.
   */
  readonly toBody: (item: Item, reading: Reading) => Body;
  /** The kind of its items, if they may name each other: their ids are chosen before they are created. */
  readonly chosenIds?: NamedKind;
  /** Creates an item, under the chosen id if there is one, and adds the names that it defines. */
  readonly create: (within: Within, body: Body, id: string) => Promise<void>;
  readonly change: (within: Within, row: Row, body: Body) => Promise<void>;
  readonly removal: Removal<Row, Item>;
  /** The form of a stored item for the comparison with the wanted one. */
  readonly comparable?: (stored: Item, wanted: Item) => Item;
}

/** One value that a tenant always has, such as its custom fields. */
export interface SinglePart<Row, Item, Body> extends PartBasis<Item> {
  readonly form: 'single';
  readonly read: (reading: Reading) => Promise<Row>;
  readonly toItem: (row: Row, reading: Reading) => unknown;
  readonly toBody: (item: Item, reading: Reading) => Body;
  readonly change: (within: Within, row: Row, body: Body) => Promise<void>;
}

/** A part whose types are known only to the part itself. */
export type ConfigurationPart = ListPart<unknown, unknown, unknown> | SinglePart<unknown, unknown, unknown>;

/** The parts and names that an area adds to the configuration of a tenant as a file. */
export interface AreaConfiguration {
  readonly parts?: readonly ConfigurationPart[];
  readonly names?: readonly NameSource[];
}

/** Declares a part that is a list. */
export const listPart = <Row, Item, Body>(part: Omit<ListPart<Row, Item, Body>, 'form'>): ConfigurationPart =>
  // Safe: rows, items and bodies come only from the part itself.
  ({ ...part, form: 'list' }) as unknown as ConfigurationPart;

/** Declares a part that is a single value. */
export const singlePart = <Row, Item, Body>(part: Omit<SinglePart<Row, Item, Body>, 'form'>): ConfigurationPart =>
  ({ ...part, form: 'single' }) as unknown as ConfigurationPart;
