import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { WelcomeScreen } from './welcome-screen.tsx';

const settings = `GET /api/${testTenantId}/settings`;

test('the welcome page has the download and the command of each system', async () => {
  fakeServer({ [settings]: () => ({ agentDownloadUrl: 'https://files.example/agent/' }) });
  await render(<WelcomeScreen />, { permissions: ['Tokens:view'] });
  const download = page.getByRole('link', { name: 'Download Windows Agent' });
  await expect.element(download).toHaveAttribute('href', 'https://files.example/agent/cfs-agent-win-x64.exe');
  for (const system of ['Linux', 'Windows', 'macOS']) {
    const command = page.getByRole('region', { name: system }).getByRole('code');
    await expect.element(command).toHaveTextContent(`install --server '${location.origin}' --token TOKEN`);
  }
  await page.getByRole('button', { name: 'Copy the command for Linux' }).click();
  expect(await navigator.clipboard.readText()).toContain(
    "curl -fsSLo cfs-agent 'https://files.example/agent/cfs-agent-linux-x64'",
  );
  await expect.element(page.getByRole('link', { name: 'Tokens' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Pending Devices' })).not.toBeInTheDocument();
  expect(await accessibilityViolations()).toEqual([]);
});

test('without an address there is no download, and the page says who sets it', async () => {
  fakeServer({ [settings]: () => ({ agentDownloadUrl: null }) });
  await render(<WelcomeScreen />);
  await expect.element(page.getByRole('alert')).toHaveTextContent('No download address is set.');
  await expect.element(page.getByRole('link', { name: 'Download Windows Agent' })).not.toBeInTheDocument();
});
