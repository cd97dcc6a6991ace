import { accessReasons, grantSources } from '@cfs/contracts/access-explanations';
import { expect, it } from 'vitest';
import { sourceText, verdictOf } from './access-explanation.ts';

it.each(accessReasons)('begins the verdict with Yes only if the permission is granted: %s', (reason) => {
  const verdict = verdictOf({ reason, hasSignedIn: true }, 'Iris');
  expect(verdict.startsWith('Yes')).toBe(reason === 'Granted');
  expect(verdict).toContain('Iris');
});

it('names the group of a grant', () => {
  expect(sourceText({ source: 'Group', groupName: 'Night Shift' })).toBe('Member of Night Shift');
  expect(new Set(grantSources.map((source) => sourceText({ source, groupName: null }))).size).toBe(grantSources.length);
});
