import { expect, test } from 'vitest';
import { personStateOf as stateOf, type Person } from './access-people.ts';

const person = { enabled: true, firstSignIn: null } as Person;
const signedIn = { ...person, firstSignIn: '2026-11-21T09:00:00.000Z' };

test('an invitation becomes active at the first sign-in', () => {
  expect([stateOf(person), stateOf(signedIn)]).toEqual(['Invited', 'Active']);
});

test('a disabled person is disabled whether or not they have signed in', () => {
  expect([stateOf({ ...person, enabled: false }), stateOf({ ...signedIn, enabled: false })]).toEqual([
    'Disabled',
    'Disabled',
  ]);
});
