import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import type { Services } from '../services.ts';
import type { NamedKind, Names, NameSource } from './names.ts';

/** What a part of a configuration reads with. */
export interface Reading {
  readonly db: ScopedDatabase;
  readonly context: Context;
  readonly tenantId: string;
  readonly names: Names;
}

/** What it writes with, in the same transaction. */
export interface Within extends Reading {
  /** Commands that get them join the transaction. */
  readonly services: Services;
}

/** What becomes of a stored item that the file does not have. */
export type Removal<Row, Item> =
  | { readonly verb: 'keep'; readonly reason: string }
  | {
      readonly verb: 'delete' | 'disable' | 'retire';
      /** Whether it has been removed already, as far as it can be. */
      readonly isDone?: (item: Item) => boolean;
      readonly run: (within: Within, row: Row) => Promise<void>;
    };

interface PartBasis<Item> {
  /** Its key at the top of the file. */
  readonly key: string;
  /** What the plan calls one item. */
  readonly noun: string;
  /** Keys of the parts whose items its own name. */
  readonly after: readonly string[];
  /** An item as the file has it; its output, with every default, is what is compared. */
  readonly schema: z.ZodType<Item>;
  /** Members whose values are never printed. */
  readonly unprinted?: readonly (keyof Item & string)[];
}

/** A list of items, which have names. */
export interface ListPart<Row, Item, Body> extends PartBasis<Item> {
  readonly form: 'list';
  /** The names that an item brings, by which others name it or parts of it. */
  readonly namesIn?: (item: Item) => readonly (readonly [kind: NamedKind, name: string])[];
  readonly nameOf: (item: Item) => string;
  /** The rows of the tenant itself, in any order. */
  readonly read: (reading: Reading) => Promise<readonly Row[]>;
  /**
   * The row as an item, without what has its default.
   *
   * @throws ItemFaults for a row that names another which is gone.
   */
  readonly toItem: (row: Row, reading: Reading) => unknown;
  /**
   * The item as the body of the call that the screens make.
   *
   * @throws ItemFaults with what is wrong with it.
   */
  readonly toBody: (item: Item, reading: Reading) => Body;
  /** The kind of its items when they may name each other: their ids are chosen before they are made. */
  readonly chosenIds?: NamedKind;
  /** Makes it, under the chosen id if there is one, and adds the names that it brings. */
  readonly create: (within: Within, body: Body, id: string) => Promise<void>;
  readonly change: (within: Within, row: Row, body: Body) => Promise<void>;
  readonly removal: Removal<Row, Item>;
  /** The item as it counts in a comparison with the wanted one. */
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

/** A part whose types only itself knows. */
export type ConfigurationPart = ListPart<unknown, unknown, unknown> | SinglePart<unknown, unknown, unknown>;

/** What an area adds to the configuration of a tenant as a file. */
export interface AreaConfiguration {
  readonly parts?: readonly ConfigurationPart[];
  readonly names?: readonly NameSource[];
}

/** Declares a part that is a list. */
export const listPart = <Row, Item, Body>(part: Omit<ListPart<Row, Item, Body>, 'form'>): ConfigurationPart =>
  // Rows, items and bodies come from the part itself alone.
  ({ ...part, form: 'list' }) as unknown as ConfigurationPart;

/** Declares a part that is a single value. */
export const singlePart = <Row, Item, Body>(part: Omit<SinglePart<Row, Item, Body>, 'form'>): ConfigurationPart =>
  ({ ...part, form: 'single' }) as unknown as ConfigurationPart;
