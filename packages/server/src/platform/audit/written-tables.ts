import {
  AliasNode,
  DeleteQueryNode,
  InsertQueryNode,
  TableNode,
  UpdateQueryNode,
  type CompiledQuery,
  type OperationNode,
} from 'kysely';

/** Besides table names it matches other words, for example the `set` of `do update set`; these have no entry. */
const writes = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(?:"?cfs"?\s*\.\s*)?"?(\w+)"?/gi;

const written = (sql: string): string[] => [...sql.matchAll(writes)].flatMap(([, table]) => table ?? []);

const nameOf = (node: OperationNode | undefined): string[] => {
  if (node === undefined) return [];
  if (AliasNode.is(node)) return nameOf(node.node);
  return TableNode.is(node) ? [node.table.identifier.name] : [];
};

/** Names of the tables that a statement writes; for raw SQL a superset of them. */
export const writtenTables = ({ query, sql }: CompiledQuery): readonly string[] => {
  if ('with' in query && query.with) return written(sql);
  if (InsertQueryNode.is(query)) return nameOf(query.into);
  if (UpdateQueryNode.is(query)) return nameOf(query.table);
  if (DeleteQueryNode.is(query)) return query.from.froms.flatMap(nameOf);
  if (query.kind === 'SelectQueryNode') return [];
  return written(sql);
};
