import { builtInRoles } from '@cfs/contracts/roles';
import { expect, test } from 'vitest';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { StaffShell } from './staff-shell.tsx';

test.each([
  ['/workunitsv2?workUnitId=5&tab=related', '/resolutioncenter?workUnitId=5'],
  ['/workunitsv2?workUnitId=new', '/resolutioncenter'],
  ['/devices?open=5', '/resolutioncenter'],
  ['/access', '/resolutioncenter'],
])('a requester is redirected from %s to %s, replacing the history entry', async (from, to) => {
  fakeServer();
  const before = window.history.length;
  const screen = await render(<StaffShell />, { permissions: builtInRoles.Requester, at: `/${testTenantId}${from}` });
  await expect.poll(() => screen.address()).toBe(`/${testTenantId}${to}`);
  expect(window.history.length).toBe(before);
});
