import { z } from 'zod';
import type { ScopedDatabase } from '../database/gate.ts';
import { itemFault } from './item-faults.ts';

/** What configurations name: rows with an id that differs between tenants. */
export type NamedKind = 'subscription' | 'category' | 'subcategory' | 'action' | 'protocol' | 'rule' | 'block';

/** A row by its name: text for one of the tenant, `{ shared }` for one that every tenant has. */
export const referenceSchema = z.union([
  z.string().trim().min(1).max(700),
  z.strictObject({ shared: z.string().trim().min(1).max(700) }),
]);

export type Reference = z.infer<typeof referenceSchema>;

/** A row that can be named. */
export interface NamedRow {
  readonly id: string;
  readonly name: string;
  /** Of the System tenant. */
  readonly isShared: boolean;
}

/** How an area reads the rows of a kind: those of the tenant and, where there are any, the shared ones. */
export interface NameSource {
  readonly kind: NamedKind;
  readonly read: (db: ScopedDatabase, tenantId: string) => Promise<readonly NamedRow[]>;
}

const keyOf = (kind: NamedKind, reference: Reference): string =>
  typeof reference === 'string' ? `${kind} ${reference}` : `${kind} shared ${reference.shared}`;

const inWords = (kind: NamedKind, reference: Reference): string =>
  typeof reference === 'string' ? `${kind} "${reference}"` : `shared ${kind} "${reference.shared}"`;

/** Names and ids of one tenant, in both directions. */
export interface Names {
  /**
   * The reference to a row.
   *
   * @throws ItemFaults for an id that the tenant does not have, or whose name another row has as well.
   */
  referenceTo(kind: NamedKind, id: string): Reference;
  /** The same, or `undefined` where it throws. */
  findReference(kind: NamedKind, id: string): Reference | undefined;
  /**
   * The id of the row that is meant.
   *
   * @throws ItemFaults at the path where no row or several have the name.
   */
  idOf(kind: NamedKind, reference: Reference, path: readonly (string | number)[]): string;
  /** Whether rows of the tenant have the name. */
  has(kind: NamedKind, name: string): boolean;
  /** Names a row of the tenant that is being made. */
  add(kind: NamedKind, name: string, id: string): void;
  /** Forgets a row of the tenant that is being removed. */
  remove(kind: NamedKind, name: string): void;
  /** The same names, to be changed apart from these. */
  copy(): Names;
}

const namesOf = (byId: Map<string, Reference>, byName: Map<string, readonly string[]>): Names => {
  const findReference: Names['findReference'] = (kind, id) => {
    const reference = byId.get(`${kind} ${id}`);
    return reference !== undefined && byName.get(keyOf(kind, reference))?.length === 1 ? reference : undefined;
  };
  return {
    findReference,
    referenceTo(kind, id) {
      const found = findReference(kind, id);
      if (found !== undefined) return found;
      const reference = byId.get(`${kind} ${id}`);
      throw itemFault(
        [],
        reference === undefined
          ? `There is no ${kind} with the id ${id} any more, which it names.`
          : `Several have the name of the ${inWords(kind, reference)}, which it names.`,
      );
    },
    idOf(kind, reference, path) {
      const [id, ...more] = byName.get(keyOf(kind, reference)) ?? [];
      if (id === undefined) throw itemFault(path, `There is no ${inWords(kind, reference)}.`);
      if (more.length > 0) throw itemFault(path, `Several have the name of the ${inWords(kind, reference)}.`);
      return id;
    },
    has: (kind, name) => byName.has(keyOf(kind, name)),
    add(kind, name, id) {
      byId.set(`${kind} ${id}`, name);
      byName.set(keyOf(kind, name), [id]);
    },
    remove(kind, name) {
      byName.delete(keyOf(kind, name));
    },
    copy: () => namesOf(new Map(byId), new Map(byName)),
  };
};

/** Reads the names of every kind. */
export const readNames = async (
  db: ScopedDatabase,
  tenantId: string,
  sources: readonly NameSource[],
): Promise<Names> => {
  const byId = new Map<string, Reference>();
  const byName = new Map<string, readonly string[]>();
  for (const { kind, read } of sources)
    for (const { id, name, isShared } of await read(db, tenantId)) {
      const reference = isShared ? { shared: name } : name;
      const key = keyOf(kind, reference);
      byId.set(`${kind} ${id}`, reference);
      byName.set(key, [...(byName.get(key) ?? []), id]);
    }
  return namesOf(byId, byName);
};
