import { describe, expect, it } from 'vitest';
import { parseApply } from './apply-parser.ts';
import { parseExpand } from './expand-parser.ts';
import { parseExpression, parseFilter } from './expression-parser.ts';
import { parseLiteral } from './literal-parser.ts';
import oasisCases from './oasis-cases.json' with { type: 'json' };
import { parseOrderBy } from './orderby-parser.ts';
import { parseSearch } from './search-parser.ts';
import { parseSelect } from './select-parser.ts';
import { ODataSyntaxError } from './syntax-error.ts';

interface MalformedCase {
  kind: string;
  text: string;
  failAt: number;
  position?: number;
}

const parsers: ReadonlyMap<string, (text: string) => unknown> = new Map<string, (text: string) => unknown>([
  ['apply', parseApply],
  ['expand', parseExpand],
  ['expr', parseExpression],
  ['filter', parseFilter],
  ['literal', parseLiteral],
  ['orderby', parseOrderBy],
  ['search', parseSearch],
  ['select', parseSelect],
]);

function parse({ kind, text }: { kind: string; text: string }): unknown {
  const parser = parsers.get(kind);
  if (parser === undefined) throw new Error(`No parser for ${kind}`);
  return parser(text);
}

function refusalOf(oasisCase: { kind: string; text: string }): ODataSyntaxError {
  try {
    parse(oasisCase);
  } catch (error) {
    if (error instanceof ODataSyntaxError) return error;
    throw error;
  }
  throw new Error(`Not rejected: ${oasisCase.text}`);
}

describe('the public OASIS test cases', () => {
  it.each(oasisCases.accepted)('accepts the $kind $text', (oasisCase) => {
    expect(parse(oasisCase)).toBeDefined();
  });

  it.each<MalformedCase>(oasisCases.malformed)('reports the position of the error in the $kind $text', (oasisCase) => {
    const { position, unsupported } = refusalOf(oasisCase);
    expect({ position, unsupported }).toEqual({ position: oasisCase.position ?? oasisCase.failAt, unsupported: false });
  });

  it.each(oasisCases.refused)('rejects the unsupported $kind $text', (oasisCase) => {
    expect(refusalOf(oasisCase).unsupported).toBe(true);
  });
});
