import { readWhole, type Input } from './input.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { readSegments, standsAtQualifiedName } from './path-parser.ts';
import type { SelectItem } from './tree.ts';

/**
 * Parses the value of `$select`: at least one item, repeated ones included.
 *
 * @throws ODataSyntaxError
 */
export function parseSelect(text: string, limits: Limits = defaultLimits): readonly SelectItem[] {
  return readWhole(text, limits, readSelect);
}

/** Reads items with commas between them. */
export function readSelect(input: Input): readonly SelectItem[] {
  const items: SelectItem[] = [];
  do items.push(readItem(input));
  while (input.takeSeparator(','));
  return items;
}

function readItem(input: Input): SelectItem {
  const position = input.position;
  if (input.take('*')) return { kind: 'selectStar', position };
  if (standsAtQualifiedName(input)) refuseQualifiedItem(input);
  const segments = readSegments(input);
  if (input.next === '(') input.unsupported('A parenthesis in $select');
  return { kind: 'selectPath', position, segments };
}

/** A qualified name selects what a derived type adds, an action or a function; `Namespace.*` all of these. */
function refuseQualifiedItem(input: Input): never {
  const start = input.position;
  do {
    if (input.next !== '*') input.takeIdentifier('a name');
  } while (input.take('.'));
  return input.unsupported('A qualified name in $select', start);
}
