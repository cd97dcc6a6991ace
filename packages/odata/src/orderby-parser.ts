import { readExpression } from './expression-parser.ts';
import { readWhole, type Aliases, type Input } from './input.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type { OrderByItem } from './tree.ts';

/**
 * Parses the value of `$orderby`: at least one term, ascending by default.
 *
 * @throws ODataSyntaxError
 */
export function parseOrderBy(text: string, limits: Limits = defaultLimits, aliases?: Aliases): readonly OrderByItem[] {
  return readWhole(text, limits, readOrderBy, aliases);
}

/** Reads comma-separated terms. */
export function readOrderBy(input: Input): readonly OrderByItem[] {
  const items: OrderByItem[] = [];
  do {
    if (items.length === input.limits.orderByTerms) {
      input.exceeded(`${input.limits.orderByTerms} terms to order by`, input.position);
    }
    items.push(readItem(input));
  } while (input.takeSeparator(','));
  return items;
}

function readItem(input: Input): OrderByItem {
  const position = input.position;
  const expression = readExpression(input);
  return { kind: 'orderByItem', position, expression, direction: takeDirection(input) };
}

function takeDirection(input: Input): OrderByItem['direction'] {
  const start = input.position;
  if (input.skipBlanks()) {
    if (input.takeWord('asc')) return 'asc';
    if (input.takeWord('desc')) return 'desc';
  }
  input.position = start;
  return 'asc';
}
