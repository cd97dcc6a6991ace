import { z } from 'zod';
import type { ScopedDatabase } from '../database/gate.ts';
import { itemFault } from './item-faults.ts';

/** The kinds of rows to which configurations refer by name, because their ids differ between tenants. */
export type NamedKind = 'subscription' | 'category' | 'subcategory' | 'action' | 'protocol' | 'rule' | 'block';

/** A reference to a row by its name: a text for a row of the tenant, `{ shared }` for one that all tenants share. */
export const referenceSchema = z.union([
  z.string().trim().min(1).max(700),
  z.strictObject({ shared: z.string().trim().min(1).max(700) }),
]);

export type Reference = z.infer<typeof referenceSchema>;

/** A row that can be named. */
export interface NamedRow {
  readonly id: string;
  readonly name: string;
  /** Whether the row belongs to the System tenant. */
  readonly isShared: boolean;
}

/** Reads the rows of a kind for an area: those of the tenant and the shared ones, if there are any. */
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
   * Returns the reference to a row.
   *
   * @throws ItemFaults for an id that the tenant does not have, or whose name is ambiguous.
   */
  referenceTo(kind: NamedKind, id: string): Reference;
  /** The same, but `undefined` instead of an error. */
  findReference(kind: NamedKind, id: string): Reference | undefined;
  /**
   * Returns the id of the referenced row.
   *
   * @throws ItemFaults at the path if no row or several rows have the name.
   */
  idOf(kind: NamedKind, reference: Reference, path: readonly (string | number)[]): string;
  /** Whether rows of the tenant have the name. */
  has(kind: NamedKind, name: string): boolean;
  /** Adds the name of a row of the tenant that is being created. */
  add(kind: NamedKind, name: string, id: string): void;
  /** Removes the name of a row of the tenant that is being deleted. */
  remove(kind: NamedKind, name: string): void;
  /** Returns an independent copy. */
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
          ? `It refers to the ${kind} with the id ${id}, which no longer exists.`
          : `It refers to the ${inWords(kind, reference)}, whose name is not unique.`,
      );
    },
    idOf(kind, reference, path) {
      const [id, ...more] = byName.get(keyOf(kind, reference)) ?? [];
      if (id === undefined) throw itemFault(path, `There is no ${inWords(kind, reference)}.`);
      if (more.length > 0) throw itemFault(path, `The name of the ${inWords(kind, reference)} is not unique.`);
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
