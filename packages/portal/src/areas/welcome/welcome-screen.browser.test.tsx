import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { WelcomeScreen } from './welcome-screen.tsx';

const settings = `GET /api/${testTenantId}/settings`;

test('the welcome page has the download and the command of each system', async () => {
  fakeServer({ [settings]: () => ({ agentDownloadUrl: 'https://files.example/agent/', agentFiles: null }) });
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

test('without a download address no download is offered, and a notice is shown', async () => {
  fakeServer({ [settings]: () => ({ agentDownloadUrl: null, agentFiles: null }) });
  await render(<WelcomeScreen />);
  await expect.element(page.getByRole('alert')).toHaveTextContent('No download address is set.');
  await expect.element(page.getByRole('link', { name: 'Download Windows Agent' })).not.toBeInTheDocument();
});

test('only systems whose files the server holds are offered, with their checksums', async () => {
  const sha256 = 'ab'.repeat(32);
  const agentDownloadUrl = 'http://behind-a-proxy.invalid/v1/agents/files/';
  fakeServer({
    [settings]: () => ({ agentDownloadUrl, agentFiles: [{ file: 'cfs-agent-linux-x64', size: 1, sha256 }] }),
  });
  await render(<WelcomeScreen />);
  const linux = page.getByRole('region', { name: 'Linux' });
  await expect
    .element(linux.getByRole('code'))
    .toHaveTextContent(
      `curl -fsSLo cfs-agent '${location.origin}/v1/agents/files/cfs-agent-linux-x64' && chmod +x cfs-agent && ` +
        `sudo ./cfs-agent install --server '${location.origin}' --token TOKEN`,
    );
  await expect.element(linux.getByText(`SHA-256 ${sha256}`)).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'macOS' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Download Windows Agent' })).not.toBeInTheDocument();
  expect(await accessibilityViolations()).toEqual([]);
});
