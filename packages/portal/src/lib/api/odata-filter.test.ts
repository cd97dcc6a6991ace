import { describe, expect, test } from 'vitest';
import { allOf, anyOf, equals, oneOf, phrase, textLiteral } from './odata-filter.ts';

describe('OData filters', () => {
  test('doubles the quotes inside a text literal', () => {
    expect(textLiteral("O'Brien")).toBe("'O''Brien'");
  });

  test('leaves out undefined conditions', () => {
    expect(allOf(undefined, equals('enabled', true), undefined)).toBe('enabled eq true');
    expect(allOf(undefined, undefined)).toBeUndefined();
    expect(equals('tenantId', undefined)).toBeUndefined();
  });

  test('puts parentheses around joined conditions', () => {
    expect(allOf(anyOf('a eq 1', 'b eq 2'), 'c eq 3')).toBe('((a eq 1) or (b eq 2)) and (c eq 3)');
  });

  test('quotes a search as one phrase', () => {
    expect(phrase(' data or centre ')).toBe('"data or centre"');
    expect(phrase('19" rack\\2')).toBe('"19\\" rack\\\\2"');
    expect(phrase('  ')).toBeUndefined();
  });

  test('writes a list of values as an in expression', () => {
    expect(oneOf('stateId', ["'New'", "'OnHold'"])).toBe("stateId in ('New','OnHold')");
    expect(oneOf('stateId', [])).toBeUndefined();
  });
});
