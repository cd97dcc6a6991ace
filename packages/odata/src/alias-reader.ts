import type { Input } from './input.ts';

/** Whether the input is at a parameter alias and the query supports aliases. */
export function isAtAlias(input: Input): boolean {
  return input.aliases !== undefined && input.next === '@';
}

/** Reads `@name` and parses its value in its place; `undefined` for an alias without a value. */
export function readAlias<Result>(input: Input, read: (input: Input) => Result): Result | undefined {
  const { position } = input;
  input.take('@');
  const name = input.takeIdentifier('the name of an alias');
  if (input.next === '.') input.unsupported('An annotation', position);
  const value = input.aliases?.get(name);
  if (value === undefined) return undefined;
  const end = input.position;
  input.position = position;
  const result = withPosition(
    input.readAlias(name, value, () => read(input)),
    position,
  );
  input.position = end;
  return result;
}

/** Copies the tree with every node at the position of the alias that it replaces. */
function withPosition<Tree>(tree: Tree, position: number): Tree {
  if (Array.isArray(tree)) return tree.map((child: unknown) => withPosition(child, position)) as Tree;
  if (typeof tree !== 'object' || tree === null) return tree;
  const members = Object.entries(tree).map(([name, child]): [string, unknown] => [
    name,
    name === 'position' ? position : withPosition(child as unknown, position),
  ]);
  return Object.fromEntries(members) as Tree;
}
