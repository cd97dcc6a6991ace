import { expect, test } from 'vitest';
import { createUserManager } from './user-manager.ts';

test('requests the configured scopes and maximum age from the provider', () => {
  const { settings } = createUserManager({
    authority: 'https://login.example.com',
    clientId: 'portal',
    lifetime: 3_600,
    scope: 'openid profile email api://portal/use',
  });
  expect([settings.scope, settings.max_age]).toEqual(['openid profile email api://portal/use', 3_600]);
});
