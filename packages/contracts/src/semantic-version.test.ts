import fc from 'fast-check';
import { compare } from 'semver';
import { expect, it } from 'vitest';
import { isLaterVersion, parseSemanticVersion } from './semantic-version.ts';

/** In ascending order, with the examples of SemVer 2, section 11. */
const ordered = [
  '0.0.0',
  '0.0.1-0',
  '0.0.1',
  '0.9.10',
  '0.10.0',
  '1.0.0-1',
  '1.0.0-2',
  '1.0.0-10',
  '1.0.0--',
  '1.0.0-A',
  '1.0.0-Z',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-alpha-1',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-beta.11.0',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.9',
  '1.0.10',
  '9.0.0',
  '10.0.0',
  '99999999999999999999.0.0',
];
const precedenceOf = (text: string): string => parseSemanticVersion(text)?.precedence ?? '';

it('orders versions by their precedence', () => {
  const byPrecedence = ordered
    .toReversed()
    .toSorted((left, right) => (precedenceOf(left) < precedenceOf(right) ? -1 : 1));
  expect(byPrecedence).toEqual(ordered);
});

const identifier = fc.oneof(
  fc.nat({ max: 1_000 }).map(String),
  fc.stringMatching(/^[0-9A-Za-z-]{0,4}[A-Za-z-][0-9A-Za-z-]{0,4}$/),
);
const version = fc
  .tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 }), fc.nat({ max: 120 }), fc.array(identifier, { maxLength: 4 }))
  .map(([major, minor, patch, tag]) => `${major}.${minor}.${patch}${tag.length > 0 ? `-${tag.join('.')}` : ''}`);

it('orders any two versions as the reference implementation does', () => {
  fc.assert(
    fc.property(version, version, (left, right) => {
      const [one, other] = [precedenceOf(left), precedenceOf(right)];
      expect(one < other ? -1 : Number(one > other)).toBe(compare(left, right));
    }),
    { numRuns: 2_000 },
  );
});

it('ignores build metadata in the order', () => {
  expect(precedenceOf('1.0.0+build.1')).toBe(precedenceOf('1.0.0'));
  expect(precedenceOf('1.0.0-rc.1+001')).toBe(precedenceOf('1.0.0-rc.1'));
});

it.each([
  ['1.0.0', false],
  ['1.0.0+exp.sha-5114f85', false],
  ['1.0.0-0A.is.legal', true],
  ['1.0.0----RC-SNAPSHOT.12.9.1--.12+788', true],
])('reads whether %s is a pre-release', (text, isPreRelease) => {
  expect(parseSemanticVersion(text)).toMatchObject({ isPreRelease });
});

it.each([
  '',
  '1',
  '1.0',
  'v1.0.0',
  '01.0.0',
  '1.0.0-',
  '1.0.0-01',
  '1.0.0-a..b',
  '1.0.0+',
  '1.0.0 ',
  `1.0.${'1'.repeat(97)}`,
])('returns undefined for %j', (text) => {
  expect(parseSemanticVersion(text)).toBeUndefined();
});

it('compares two versions', () => {
  expect(isLaterVersion('0.10.0', '0.9.1')).toBe(true);
  expect(isLaterVersion('1.0.0', '1.0.0-rc.1')).toBe(true);
  expect(isLaterVersion('0.9.1', '0.10.0')).toBe(false);
  expect(isLaterVersion('1.0.0+build.2', '1.0.0+build.1')).toBe(false);
  expect(isLaterVersion('main', '1.0.0')).toBe(false);
  expect(isLaterVersion('1.0.0', 'main')).toBe(false);
});
