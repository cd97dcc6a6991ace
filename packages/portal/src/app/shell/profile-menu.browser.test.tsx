import { builtInRoles, type RoleName } from '@cfs/contracts/roles';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SessionProvider } from '../../lib/session/session-context.tsx';
import { fakeSession } from '../../lib/session/testing/fake-session.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { ProfileMenu } from './profile-menu.tsx';

const open = async (role: RoleName) => {
  fakeServer();
  const screen = await render(
    <SessionProvider value={fakeSession('signed-in')}>
      <ProfileMenu />
    </SessionProvider>,
    { at: `/${testTenantId}/devices`, permissions: builtInRoles[role] },
  );
  await page.getByRole('button', { name: 'Profile of' }).click();
  await expect.element(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  return screen;
};

test('the guide through the first hour opens on Home', async () => {
  const screen = await open('Operator');
  await page.getByRole('button', { name: 'First hour' }).click();
  await expect.poll(() => screen.address()).toBe(`/${testTenantId}`);
});

test('the guide is not offered to people without the permissions for its steps', async () => {
  await open('Viewer');
  await expect.element(page.getByRole('button', { name: 'First hour' })).not.toBeInTheDocument();
});
