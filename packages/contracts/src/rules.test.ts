import { describe, expect, it } from 'vitest';
import { ruleInputSchema } from './rules.ts';

const rule = {
  name: ' Busy ',
  ruleTypeId: 1,
  matchLifetime: '00:05:00',
  conditions: [{ Type: 0, LeftOperand: 1, Operator: 3, RightOperand: 90 }],
};

const messagesOf = (changes: object): string[] =>
  ruleInputSchema.safeParse({ ...rule, ...changes }).error?.issues.map((issue) => issue.message) ?? [];

describe('ruleInputSchema', () => {
  it('applies the defaults of a new rule', () => {
    expect(ruleInputSchema.parse(rule)).toMatchObject({
      name: 'Busy',
      enabled: true,
      useSlidingExpiration: false,
      conditions: [{ RightOperand: '90' }],
      matchActions: [],
      expirationActions: [],
    });
  });

  it('names the parameter of an action that cannot be stored', () => {
    const faultsOf = (Parameters: object) => {
      const matchActions = JSON.stringify([{ ActionDefinitionId: '00000000-0000-0000-0000-000000000001', Parameters }]);
      return ruleInputSchema.safeParse({ ...rule, matchActions }).error?.issues ?? [];
    };
    expect(faultsOf({ Title: 'x'.repeat(10_000), ['n'.repeat(100)]: 1 })).toEqual([]);
    for (const text of ['a\u0000', '\ud800'])
      expect(faultsOf({ Title: text })).toMatchObject([
        { path: ['matchActions', 0, 'Parameters', 'Title'], message: 'Must not contain NUL or lone surrogates.' },
      ]);
    expect(faultsOf({ 'Title\u0000': 'x' })).toMatchObject([
      { path: ['matchActions', 0, 'Parameters', 'Title\u0000'] },
    ]);
  });

  it('accepts an occurrence pattern as a number or as an object', () => {
    const patterned = (OccurrencePattern: unknown) => [{ ...rule.conditions[0], OccurrencePattern }];
    for (const pattern of [null, 1, { Option: 2, Count: 3 }, { Option: 4, Span: '00:10:00' }]) {
      expect(messagesOf({ conditions: patterned(pattern) })).toEqual([]);
    }
    for (const pattern of [2, { Option: 2 }, { Option: 3, Count: 3 }, { Option: 2, Count: 0 }, { Option: 9 }]) {
      expect(messagesOf({ conditions: patterned(pattern) })).not.toEqual([]);
    }
  });

  it.each<[object, string]>([
    [{ matchLifetime: '366.00:00:00' }, 'Must be at most 365 days.'],
    [{ timeConditions: { DaysOfWeek: [1] } }, 'A timezone is required.'],
    [{ timeConditions: { TimeZoneId: 'Mars/Base' } }, 'The timezone is not known.'],
    [{ timeConditions: { TimeZoneId: 'UTC', StartRange: 'soon' } }, 'Please enter a valid date'],
    [{ timeConditions: { TimeZoneId: 'UTC', StartRange: '2026-02-30' } }, 'Please enter a valid date'],
    [{ timeConditions: { TimeZoneId: 'UTC', StartRange: '2026-02-01T24:00' } }, 'Please enter a valid date'],
    [
      { timeConditions: { TimeZoneId: 'UTC', StartRange: '2026-02-01T10:00:00.1234567890' } },
      'Please enter a valid date',
    ],
    [{ timeConditions: { TimeZoneId: 'UTC', EndRange: '0000-01-01' } }, 'Please enter a valid date'],
    [{ conditions: [{ Type: 0, LeftOperand: 2, Operator: 13 }] }, 'Metrics needs the name of a field.'],
    [{ conditions: [{ Type: 0, LeftOperand: 1, Operator: 1 }] }, 'The condition needs a value to compare with.'],
  ])('rejects %j', (changes, message) => {
    expect(messagesOf(changes)).toContain(message);
  });

  it('rejects text that is not JSON instead of dropping it', () => {
    expect(messagesOf({ timeConditions: '{' })).not.toEqual([]);
    expect(messagesOf({ matchActions: 'nonsense' })).not.toEqual([]);
    expect(messagesOf({ conditions: 'nonsense' })).toEqual(['Condtions are required for rules.']);
  });
});
