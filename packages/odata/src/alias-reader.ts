import type { Input } from './input.ts';

/** Whether a parameter alias stands here that the query may give a value. */
export function standsAtAlias(input: Input): boolean {
  return input.aliases !== undefined && input.next === '@';
}

/** Reads `@name` and then its value in its place; `undefined` for an alias without a value. */
export function readAlias<Result>(input: Input, read: (input: Input) => Result): Result | undefined {
  const { position } = input;
  input.take('@');
  const name = input.takeIdentifier('the name of an alias');
  if (input.next === '.') input.unsupported('An annotation', position);
  const value = input.aliases?.get(name);
  if (value === undefined) return undefined;
  const end = input.position;
  input.position = position;
  const result = placedAt(
    input.aliased(name, value, () => read(input)),
    position,
  );
  input.position = end;
  return result;
}

/** The tree with every node at one place, where the alias stands that it is the value of. */
function placedAt<Tree>(tree: Tree, position: number): Tree {
  if (Array.isArray(tree)) return tree.map((child: unknown) => placedAt(child, position)) as Tree;
  if (typeof tree !== 'object' || tree === null) return tree;
  const members = Object.entries(tree).map(([name, child]): [string, unknown] => [
    name,
    name === 'position' ? position : placedAt(child as unknown, position),
  ]);
  return Object.fromEntries(members) as Tree;
}
