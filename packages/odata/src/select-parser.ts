import { readWhole, type Input } from './input.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { readSegments, isAtQualifiedName } from './path-parser.ts';
import type { SelectItem } from './tree.ts';

/**
 * Parses the value of `$select`: at least one item; repeated items are kept.
 *
 * @throws ODataSyntaxError
 */
export function parseSelect(text: string, limits: Limits = defaultLimits): readonly SelectItem[] {
  return readWhole(text, limits, readSelect);
}

/** Reads comma-separated items. */
export function readSelect(input: Input): readonly SelectItem[] {
  const items: SelectItem[] = [];
  do items.push(readItem(input));
  while (input.takeSeparator(','));
  return items;
}

function readItem(input: Input): SelectItem {
  const position = input.position;
  if (input.take('*')) return { kind: 'selectStar', position };
  if (isAtQualifiedName(input)) refuseQualifiedItem(input);
  const segments = readSegments(input);
  if (input.next === '(') input.unsupported('A parenthesis in $select');
  return { kind: 'selectPath', position, segments };
}

/**
 * A qualified name selects a property of a derived type, an action or a function; `Namespace.*` selects all of them.
 */
function refuseQualifiedItem(input: Input): never {
  const start = input.position;
  do {
    if (input.next !== '*') input.takeIdentifier('a name');
  } while (input.take('.'));
  return input.unsupported('A qualified name in $select', start);
}
