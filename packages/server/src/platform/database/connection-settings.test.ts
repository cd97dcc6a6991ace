import { expect, test } from 'vitest';
import { connectionSettingsOf } from './connection-settings.ts';

test.each([
  [
    'postgres://owner:p%40ss@db.example.com:6543/cfs',
    { host: 'db.example.com', port: 6543, database: 'cfs', user: 'owner', password: 'p@ss' },
  ],
  [
    'postgresql://db.example.com/my%20cfs',
    { host: 'db.example.com', port: 5432, database: 'my cfs', user: 'postgres', password: '' },
  ],
  [
    'postgres://a%2Bb@localhost/cfs?host=%2Frun%2Fpostgresql',
    { host: '/run/postgresql', port: 5432, database: 'cfs', user: 'a+b', password: '' },
  ],
])('%s names a database', (address, settings) => {
  expect(connectionSettingsOf(address)).toEqual(settings);
});

test.each([
  ['disable', undefined],
  ['prefer', undefined],
  ['require', true],
  ['verify-ca', true],
  ['verify-full', true],
])('sslmode=%s sets TLS to %s', (mode, ssl) => {
  expect(connectionSettingsOf(`postgres://db.example.com/cfs?sslmode=${mode}`).ssl).toBe(ssl);
});

test.each([
  'mysql://db.example.com/cfs',
  'postgres://db.example.com',
  'postgres://db.example.com/',
  'postgresx://h/cfs',
])('%s is refused', (address) => {
  expect(() => connectionSettingsOf(address)).toThrow('must look like postgres://');
});
