import { readWhole, type Input } from './input.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { readSegments, takeQualifiedName } from './path-parser.ts';
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
  refuseQualifiedItem(input);
  const segments = readSegments(input);
  if (input.next === '(') input.unsupported('Options or a signature within a selection');
  return { kind: 'selectPath', position, segments };
}

/** Qualified names select derived types, actions and functions, each of which may stand alone here. */
function refuseQualifiedItem(input: Input): void {
  const start = input.position;
  const name = input.peekIdentifier();
  if (name === '' || input.text.charAt(start + name.length) !== '.') return;
  input.takeIdentifier('a name');
  input.position += 1;
  if (input.next !== '*') takeQualifiedName(input);
  input.unsupported('A qualified name within a selection', start);
}
