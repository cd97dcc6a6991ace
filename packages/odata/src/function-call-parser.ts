import { readWhole, type Input } from './input.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { expectLiteral, readLiteral } from './literal-parser.ts';
import { takeQualifiedName } from './path-parser.ts';
import type { FunctionCall, Literal } from './tree.ts';

/**
 * Parses one decoded segment of a resource path: `X`, `X()`, `X(a=1,b='c')`, `X(5)` or `(5)`. The name may be
 * qualified.
 *
 * @throws ODataSyntaxError
 */
export function parseFunctionCall(text: string, limits: Limits = defaultLimits): FunctionCall {
  return readWhole(text, limits, readFunctionCall);
}

function readFunctionCall(input: Input): FunctionCall {
  const name = input.next === '(' ? '' : takeQualifiedName(input);
  if (name !== '' && input.next !== '(') return { name, parameters: new Map() };
  input.expect('(');
  input.skipBlanks();
  const key = name === '' ? expectLiteral(input) : readLiteral(input);
  const parameters = key === undefined && input.next !== ')' ? readParameters(input) : new Map<string, Literal>();
  input.skipBlanks();
  input.expect(')');
  return { name, parameters, ...(key === undefined ? {} : { key }) };
}

function readParameters(input: Input): ReadonlyMap<string, Literal> {
  const parameters = new Map<string, Literal>();
  do {
    const start = input.position;
    const name = input.takeIdentifier('a parameter');
    if (parameters.has(name)) input.fail(`The parameter '${name}' appears twice.`, start);
    input.expect('=');
    if (input.next === '@') input.unsupported('A parameter alias');
    parameters.set(name, expectLiteral(input));
  } while (input.takeSeparator(','));
  return parameters;
}
