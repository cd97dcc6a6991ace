import { findFunction, isUnsupportedFunction } from './functions.ts';
import { readAlias, isAtAlias } from './alias-reader.ts';
import { readWhole, type Aliases, type Input } from './input.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { readLiteral, isAtNegativeLiteral } from './literal-parser.ts';
import { readMemberPath, refuseQualifiedName, isAtQualifiedName } from './path-parser.ts';
import type { BinaryOperator, Call, Expression, Lambda, Literal, Path, Unary } from './tree.ts';

/** Precedence of the binary operators, lowest first; operators of equal precedence are left-associative. */
const precedences: ReadonlyMap<string, { operator: BinaryOperator; precedence: number }> = new Map(
  ([['or'], ['and'], ['eq', 'ne'], ['lt', 'le', 'gt', 'ge'], ['add', 'sub'], ['mul', 'div', 'mod']] as const).flatMap(
    (operators, precedence) => operators.map((operator) => [operator, { operator, precedence: precedence }] as const),
  ),
);

/**
 * Parses any expression of the subset.
 *
 * @throws ODataSyntaxError
 */
export function parseExpression(text: string, limits: Limits = defaultLimits, aliases?: Aliases): Expression {
  return readWhole(text, limits, readExpression, aliases);
}

/**
 * Parses the value of `$filter`. The caller checks that the result is Boolean, because it knows the types.
 *
 * @throws ODataSyntaxError
 */
export function parseFilter(text: string, limits: Limits = defaultLimits, aliases?: Aliases): Expression {
  return parseExpression(text, limits, aliases);
}

/** Reads the longest expression at the current position. */
export function readExpression(input: Input): Expression {
  return readBinary(input, 0);
}

/** Precedence climbing: takes the operators whose precedence is at least `minimumPrecedence`. */
function readBinary(input: Input, minimumPrecedence: number): Expression {
  const start = input.position;
  let left = readUnary(input);
  for (;;) {
    const found = takeOperator(input, minimumPrecedence);
    if (found === undefined) return left;
    input.countNode(input.position);
    const right = readBinary(input, found.precedence + 1);
    left = { kind: 'binary', position: start, operator: found.operator, left, right };
  }
}

function takeOperator(input: Input, minimumPrecedence: number) {
  const start = input.position;
  if (!input.skipBlanks()) return undefined;
  const name = input.peekIdentifier().toLowerCase();
  if (name === 'divby') input.unsupported("The operator 'divby'");
  const found = precedences.get(name);
  if (found === undefined || found.precedence < minimumPrecedence) {
    input.position = start;
    return undefined;
  }
  input.position += name.length;
  input.expectBlanks();
  return found;
}

function readUnary(input: Input): Expression {
  const start = input.position;
  if (input.next === '-' && !isAtNegativeLiteral(input)) {
    input.position += 1;
    input.skipBlanks();
    return readOperand(input, 'negate', start);
  }
  if (takeNot(input)) return readOperand(input, 'not', start);
  return readMembership(input, readPrimary(input), start);
}

function readOperand(input: Input, operator: Unary['operator'], position: number): Unary {
  input.countNode(position);
  return { kind: 'unary', position, operator, operand: input.nested(() => readUnary(input)) };
}

/** Takes `not` with the following blanks, which are optional before a parenthesis. */
function takeNot(input: Input): boolean {
  const start = input.position;
  if (input.takeWord('not') && (input.next === '(' || input.skipBlanks())) return true;
  input.position = start;
  return false;
}

/** `in` has the highest precedence of all binary operators, as would `has`. */
function readMembership(input: Input, first: Expression, position: number): Expression {
  let operand = first;
  for (;;) {
    const start = input.position;
    if (!input.skipBlanks()) return operand;
    if (input.peekIdentifier().toLowerCase() === 'has') input.unsupported("The operator 'has'");
    if (!input.takeWord('in')) {
      input.position = start;
      return operand;
    }
    if (input.next !== '(') input.expectBlanks();
    input.countNode(position);
    operand = { kind: 'in', position, operand, values: readCollection(input) };
  }
}

/** A list of literals, or a path with optional parentheses. */
function readCollection(input: Input): readonly Literal[] | Path {
  const start = input.position;
  if (isAtAlias(input)) return readAlias(input, readCollection) ?? [];
  const list = readList(input);
  if (list !== undefined) return list;
  input.position = start;
  const collection = readPrimary(input);
  if (collection.kind === 'path' && collection.count === undefined) return collection;
  if (collection.kind === 'call') input.unsupported("A function after 'in'", start);
  return input.fail("A list or a path to a collection is expected after 'in'.", start);
}

function readList(input: Input): readonly Literal[] | undefined {
  if (!input.take('(')) return undefined;
  input.skipBlanks();
  if (input.take(')')) return [];
  const values: Literal[] = [];
  do {
    if (values.length === input.limits.inValues) {
      input.exceeded(`${input.limits.inValues} values in one list`, input.position);
    }
    const literal = readLiteral(input);
    if (literal === undefined && values.length === 0) return undefined;
    values.push(literal ?? input.unexpected('a literal'));
  } while (input.takeSeparator(','));
  input.skipBlanks();
  input.expect(')');
  return values;
}

function readPrimary(input: Input): Expression {
  const start = input.position;
  if (input.take('(')) return readParenthesis(input);
  if (isAtAlias(input)) return readAliasedExpression(input);
  refuseJson(input);
  refuseReference(input);

  input.countNode(start);
  const literal = readLiteral(input);
  if (literal !== undefined) return literal;

  if (isAtQualifiedName(input)) refuseQualifiedName(input);
  const name = input.peekIdentifier();
  if (name !== '' && input.text.charAt(start + name.length) === '(') return readCall(input);
  const { path, quantifier } = readMemberPath(input);
  return quantifier === undefined ? path : readLambda(input, path, quantifier);
}

/** An alias without a value is null (OData 4.01, Parameter Aliases). */
function readAliasedExpression(input: Input): Expression {
  const position = input.position;
  input.countNode(position);
  return readAlias(input, readExpression) ?? { kind: 'literal', position, type: 'null', value: null, text: 'null' };
}

function readParenthesis(input: Input): Expression {
  input.skipBlanks();
  const expression = input.nested(() => readExpression(input));
  input.skipBlanks();
  input.expect(')');
  return expression;
}

function readCall(input: Input): Call {
  const position = input.position;
  const name = input.takeIdentifier('a function');
  if (isUnsupportedFunction(name)) input.unsupported(`The function '${name}'`, position);
  const signature = findFunction(name);
  if (signature === undefined) return refuseUnknownCall(input, name);

  input.expect('(');
  input.skipBlanks();
  const values: Expression[] = [];
  while (
    values.length < signature.minimumArguments ||
    (values.length < signature.maximumArguments && input.next !== ')')
  ) {
    if (values.length > 0) {
      input.expect(',');
      input.skipBlanks();
    }
    values.push(input.nested(() => readExpression(input)));
    input.skipBlanks();
  }
  input.expect(')');
  return { kind: 'call', position, name: signature.name, arguments: values };
}

/**
 * A name followed by a parenthesis may also address an entity by key or call a function of the model; both are valid
 * OData.
 */
function refuseUnknownCall(input: Input, name: string): never {
  const start = input.position;
  input.expect('(');
  input.skipBlanks();
  if (readLiteral(input) !== undefined) {
    input.skipBlanks();
    if (input.next === ')') input.unsupported(`Addressing '${name}' by key`, start);
  } else if (input.peekIdentifier() !== '') {
    input.takeIdentifier('a parameter');
    if (input.next === '=') input.unsupported(`The function '${name}'`, start);
  }
  return input.fail(`Unknown function '${name}'.`, start);
}

function readLambda(input: Input, source: Path, quantifier: Lambda['quantifier']): Lambda {
  const { position } = source;
  if (input.variables.length === input.limits.lambdaDepth) {
    input.exceeded(`${input.limits.lambdaDepth} nested lambdas`, input.position);
  }
  input.countNode(position);
  input.expect('(');
  input.skipBlanks();
  if (quantifier === 'any' && input.take(')')) return { kind: 'lambda', position, quantifier, source };

  const variablePosition = input.position;
  const variable = input.takeIdentifier('a variable');
  if (input.variables.includes(variable)) {
    input.fail(`The variable '${variable}' is already in scope.`, variablePosition);
  }
  input.skipBlanks();
  input.expect(':');
  input.skipBlanks();
  input.variables.push(variable);
  const predicate = input.nested(() => readExpression(input));
  input.variables.pop();
  input.skipBlanks();
  input.expect(')');
  return { kind: 'lambda', position, quantifier, source, variable, predicate };
}

function refuseJson(input: Input): void {
  if (input.next === '[') input.unsupported('A collection literal');
  if (input.next === '{') input.unsupported('An object literal');
}

/** Rejects `@alias`, `@annotation` and names that begin with a dollar sign. */
function refuseReference(input: Input): void {
  if (input.next === '@') input.unsupported('A parameter alias or annotation');
  if (input.next !== '$') return;
  const start = input.position;
  input.position += 1;
  const name = input.peekIdentifier();
  input.position = start;
  if (['it', 'this', 'root', 'these'].includes(name)) input.unsupported(`'$${name}'`);
}
