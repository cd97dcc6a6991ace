import {
  sql,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RawBuilder,
  type RootOperationNode,
  SelectQueryNode,
  UpdateQueryNode,
  DeleteQueryNode,
  InsertQueryNode,
  AndNode,
  ParensNode,
  WhereNode,
  type UnknownRow,
} from 'kysely';

/** The guard condition of a statement: true in the scope of the key, otherwise a database error. */
export const expectScope = (key: string): RawBuilder<boolean> => sql<boolean>`gate.expect_scope(${key})`;

/** A raw statement without the guard, or a kind of statement that cannot contain it. */
export class UnguardedStatementError extends Error {
  override name = 'UnguardedStatementError';
}

const and = (where: WhereNode | undefined, guard: OperationNode): WhereNode =>
  WhereNode.create(where ? AndNode.create(ParensNode.create(where.where), guard) : guard);

const guarded = (node: SelectQueryNode, guard: OperationNode): SelectQueryNode => ({
  ...node,
  where: and(node.where, guard),
});

/** Adds the guard to every select, update, delete and insert-select; refuses other statements. */
export class ScopeGuard implements KyselyPlugin {
  private readonly guard: OperationNode;

  constructor(key: string) {
    this.guard = expectScope(key).toOperationNode();
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (SelectQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node)) {
      return { ...node, where: and(node.where, this.guard) };
    }
    if (InsertQueryNode.is(node)) {
      const { values } = node;
      return values && SelectQueryNode.is(values) ? { ...node, values: guarded(values, this.guard) } : node;
    }
    throw new UnguardedStatementError(
      `A ${node.kind} has no place for the scope guard: use guarded() or run() of the scoped database.`,
    );
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}
