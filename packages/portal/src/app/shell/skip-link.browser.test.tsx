import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SessionProvider } from '../../lib/session/session-context.tsx';
import { fakeSession } from '../../lib/session/testing/fake-session.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render } from '../../ui/testing/render.tsx';
import { Shell } from './shell.tsx';
import { StandaloneShell } from './standalone-shell.tsx';

test.for([
  ['the portal', <Shell key="shell" />],
  ['the Resolution Center', <StandaloneShell key="shell" />],
] as const)('the first link of %s moves the focus past header and menu', async ([, shell]) => {
  fakeServer();
  const screen = await render(<SessionProvider value={fakeSession('signed-in')}>{shell}</SessionProvider>, {
    permissions: ['WorkUnits:view'],
  });
  const link = page.getByRole('link', { name: 'Skip to content' });
  const before = screen.address();
  await userEvent.keyboard('{Tab}');
  await expect.element(link).toHaveFocus();
  expect(getComputedStyle(link.element()).clipPath).toBe('none');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
  expect(getComputedStyle(link.element()).clipPath).not.toBe('none');
  expect(screen.address()).toBe(before);
});
