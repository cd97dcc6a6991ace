import { expect, test } from 'vitest';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { entityNameOf, matchLabel } from './match-label.ts';

const subject = (changes: object): RuleSubject =>
  ({ entityId: 'id-1', entityName: undefined, message: {}, ...changes }) as RuleSubject;

test.each([
  ['its name', { entityName: 'web-01', message: { Properties: { BlockName: 'Block' } } }, 'web-01'],
  ['the name in its packet', { message: { Properties: { BlockName: 'Block' } } }, 'Block'],
  ['its id if the name in its packet is empty', { message: { Properties: { BlockName: '' } } }, 'id-1'],
  ['its id if the name in its packet is a number', { message: { Properties: { BlockName: 7 } } }, 'id-1'],
  ['its id if its packet has no name', {}, 'id-1'],
])('an entity is named by %s', (_what, changes, name) => {
  expect(entityNameOf(subject(changes))).toBe(name);
  expect(matchLabel('Full disk', name)).toBe(`Full disk: ${name}`);
});

test('a match without an entity is named after its rule, in at most 400 characters', () => {
  expect(matchLabel('Full disk', undefined)).toBe('Full disk');
  expect(matchLabel('x'.repeat(500), undefined)).toHaveLength(400);
  expect(matchLabel(`${'x'.repeat(399)}😀`, undefined)).toBe(`${'x'.repeat(399)}\ufffd`);
});
