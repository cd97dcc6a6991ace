import { describe, expect, it } from 'vitest';
import { parseFilter } from './expression-parser.ts';
import { defaultLimits } from './limits.ts';
import { printExpression } from './print-expression.ts';
import { ODataSyntaxError } from './syntax-error.ts';

function shape(text: string): string {
  return printExpression(parseFilter(text));
}

function refusalOf(text: string, limits = defaultLimits): ODataSyntaxError {
  try {
    parseFilter(text, limits);
  } catch (error) {
    if (error instanceof ODataSyntaxError) return error;
    throw error;
  }
  throw new Error(`Not rejected: ${text}`);
}

describe('operators', () => {
  it.each([
    ['a or b and c', '(a or (b and c))'],
    ['a and b or c', '((a and b) or c)'],
    ['a eq b and c ne d', '((a eq b) and (c ne d))'],
    ['a eq b lt c', '(a eq (b lt c))'],
    ['a lt b add c mul d', '(a lt (b add (c mul d)))'],
    ['a mul b add c', '((a mul b) add c)'],
    ['a sub b sub c', '((a sub b) sub c)'],
    ['a sub (b sub c)', '(a sub (b sub c))'],
    ['a div b mul c mod d', '(((a div b) mul c) mod d)'],
    ['a sub b add c', '((a sub b) add c)'],
    ['a eq b ne c', '((a eq b) ne c)'],
    ['a or b or c', '((a or b) or c)'],
    ['not a eq b', '((not a) eq b)'],
    ['not a and b', '((not a) and b)'],
    ['not not a', '(not (not a))'],
    ['not(a eq b)', '(not (a eq b))'],
    ['-a mul b', '((-a) mul b)'],
    ['- a', '(-a)'],
    ['- 5', '(-(5))'],
    ['-5 sub -5', '(-5 sub -5)'],
    ['--5', '(-(-5))'],
    ['-INF', '-INF'],
    ['not x in (1,2)', '(not (x in (1,2)))'],
    ['a eq x in b/c', '(a eq (x in b/c))'],
    ["Name EQ 'x' AnD Size LT 3 Or NOT Done", "(((Name eq 'x') and (Size lt 3)) or (not Done))"],
    ['a\teq  b', '(a eq b)'],
    ['( ( a ) )', 'a'],
    ['and and or', '(and and or)'],
  ])('read %s as %s', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it('carry the position of their first character', () => {
    expect(parseFilter('(a) eq -b')).toMatchObject({
      position: 0,
      left: { position: 1 },
      right: { kind: 'unary', position: 7, operand: { position: 8 } },
    });
  });

  it.each([
    ['a eq', 4],
    ['a eq ', 5],
    ["a eq'x'", 4],
    ['(a)and (b)', 3],
    ['a and (b', 8],
    ['a b', 2],
    ['a eq 1)', 6],
    ['a ', 1],
    [' a', 1],
    ['+a', 0],
    ['$count gt 1', 0],
    ['a/$nope', 2],
    ['a &&b', 2],
    ['a eq 5x', 6],
    ['a % b', 2],
    ['()', 1],
  ])('report the position of the error in %j', (text, position) => {
    expect(refusalOf(text)).toMatchObject({ position, unsupported: false });
  });
});

describe('a membership', () => {
  it.each([
    ["x in ('a','b')", "(x in ('a','b'))"],
    ["x in('a' , 'b' )", "(x in ('a','b'))"],
    ['x in ()', '(x in ())'],
    ['x in (a/b)', '(x in a/b)'],
    ['a/b IN (1) eq true', '((a/b in (1)) eq true)'],
    ["5 in (1,null,Ns.T'A')", "(5 in (1,null,Ns.T'A'))"],
  ])('reads %s as %s', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it.each([
    ['x in (1,a)', 8],
    ['x in (a,b)', 7],
    ['x in 5', 5],
    ['x in (1,)', 8],
    ['x in (1 2)', 8],
  ])('reports the position of the error in %s', (text, position) => {
    expect(refusalOf(text)).toMatchObject({ position, unsupported: false });
  });
});

describe('a function call', () => {
  it.each([
    ["Contains( ToLower(Name) , 'x' )", "contains(tolower(Name),'x')"],
    ['now( )', 'now()'],
    ['substring(a,1)', 'substring(a,1)'],
    ['substring(a,1,2)', 'substring(a,1,2)'],
    ['round(a/b)', 'round(a/b)'],
    ['length', 'length'],
  ])('reads %s as %s', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it.each([
    ['contains(a)', 10],
    ['length()', 7],
    ['length(a,b)', 8],
    ['now(a)', 4],
    ['substring(a,1,2,3)', 15],
    ['contains (a,b)', 9],
    ['foo(a,b)', 3],
    ['foo()', 3],
  ])('reports the position of the error in %s', (text, position) => {
    expect(refusalOf(text)).toMatchObject({ position, unsupported: false });
  });
});

describe('a lambda', () => {
  it('marks the paths that begin with its variable', () => {
    expect(parseFilter('a/b/any(x : x/c eq d and x in (1))')).toMatchObject({
      kind: 'lambda',
      quantifier: 'any',
      source: { segments: ['a', 'b'] },
      variable: 'x',
      predicate: {
        left: { left: { variable: 'x', segments: ['c'] }, right: { segments: ['d'] } },
        right: { operand: { variable: 'x', segments: [] } },
      },
    });
  });

  it('any() needs no variable or predicate', () => {
    const lambda = parseFilter('a/any()');
    expect(lambda).toMatchObject({ kind: 'lambda', quantifier: 'any', source: { segments: ['a'] } });
    expect(lambda).not.toHaveProperty('variable');
  });

  it('closes the scope of its variable at its parenthesis', () => {
    expect(shape('a/any(x:x/b) and x/b')).toBe('(a/any(x:x/b) and x/b)');
    expect(parseFilter('a/any(x:x/b) and x/b')).toMatchObject({ right: { segments: ['x', 'b'] } });
  });

  it('nests inside another lambda and uses its variable', () => {
    expect(shape('a/ALL(x:x/b/any(y:y/c eq x/c))')).toBe('a/all(x:x/b/any(y:(y/c eq x/c)))');
  });

  it.each([
    ['any()', 3],
    ['a/all()', 6],
    ['a/any(x)', 7],
    ['a/any(x:x/b/any(x:x))', 16],
    ['a/any(x:x', 9],
  ])('reports the position of the error in %s', (text, position) => {
    expect(refusalOf(text)).toMatchObject({ position, unsupported: false });
  });
});

describe('valid OData outside the supported subset', () => {
  it.each([
    ["a has Ns.T'B'", 2, "The operator 'has'"],
    ['a divby 2', 2, "The operator 'divby'"],
    ['cast(a,Edm.String)', 0, "The function 'cast'"],
    ["isof('x')", 0, "The function 'isof'"],
    ["MatchesPattern(a,'b')", 0, "The function 'MatchesPattern'"],
    ['geo.distance(a,b) lt 5', 0, "The function 'geo.distance'"],
    ['maxdatetime()', 0, "The function 'maxdatetime'"],
    ['a/Ns.T/b', 2, "A cast to 'Ns.T'"],
    ['$it/a', 0, "'$it'"],
    ['$root/a', 0, "'$root'"],
    ['@p eq 1', 0, 'A parameter alias or annotation'],
    ['a/@b eq 1', 2, 'An annotation'],
    ['a/$count($filter=b) gt 1', 8, "An option after '$count'"],
    ['a eq [1]', 5, 'A collection literal'],
    ['a eq {}', 5, 'An object literal'],
    ['Items(1)', 5, "Addressing 'Items' by key"],
    ['a/$filter(b)/$count eq 1', 2, "'$filter' in a path"],
    ['a/b(1)', 3, 'A function or key within a path'],
    ["geography'Point(1 1)'", 0, 'A geography literal'],
  ])('is rejected by name: %s', (text, position, construct) => {
    expect(refusalOf(text)).toMatchObject({
      position,
      unsupported: true,
      message: `${construct} is not supported.`,
    });
  });
});

describe('the limits of an expression', () => {
  const limits = { ...defaultLimits, depth: 3, nodes: 5, inValues: 2, pathSegments: 2, lambdaDepth: 1 };

  it.each([
    ['(((a)))', '((((a))))', 4],
    ['not not not a', 'not not not not a', 16],
    ['a or b or c', 'a or b or c or d', 15],
    ['a in (1,2)', 'a in (1,2,3)', 10],
    ['a/b', 'a/b/c', 4],
    ['a/b/$count', 'a/b/c/$count', 4],
    ['a/any(x:x)', 'a/any(x:x/a/any(y:y))', 15],
  ])('accept %s and reject %s', (within, beyond, position) => {
    expect(() => parseFilter(within, limits)).not.toThrow();
    expect(refusalOf(beyond, limits)).toMatchObject({ position, unsupported: false });
  });

  it('do not count list values as nodes', () => {
    const values = Array.from({ length: defaultLimits.inValues }, (_, index) => index).join(',');
    expect(() => parseFilter(`a in (${values})`)).not.toThrow();
    expect(refusalOf(`a in (${values},1)`).message).toBe('There are more than 500 values in one list.');
  });

  it('cannot be mutated', () => {
    expect(Object.isFrozen(defaultLimits)).toBe(true);
  });
});
