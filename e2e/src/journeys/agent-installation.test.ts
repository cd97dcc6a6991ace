import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { agentFile, buildAgent, hasAgent } from '../harness/built-agent.ts';
import { configuredJourney } from '../harness/journey.ts';
import { projectDirectory } from '../harness/project.ts';
import { cellsOf, list, row, search } from '../pages/data-list.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signInByForm } from '../pages/login-page.ts';
import { openFromMenu } from '../pages/main-menu.ts';
import { switchContext } from '../pages/tenant-picker.ts';

const machine = 'journey-machine';
const packageName = 'Journey Greeter';
const work = await mkdtemp(join(tmpdir(), 'cfs-agent-journey-'));
const builtAgents = join(projectDirectory, '.cache', 'e2e', 'agent');

const run = promisify(execFile);
const bundle = async (...words: string[]): Promise<string> =>
  (await run(process.execPath, ['scripts/bundle.mjs', ...words], { cwd: projectDirectory })).stdout;

/** A signed bundle whose operation prints its version, built by the command line for publishers. */
const signedBundle = async (version: string, publisherKey: string): Promise<string> => {
  const directory = join(work, version);
  await mkdir(directory);
  await writeFile(join(directory, 'greet.sh'), `echo "Hello from ${version}, $CFS_PARAMETER_PERSON"\n`);
  const manifest = {
    name: packageName,
    version,
    type: 'Command',
    operatingSystems: ['LinuxX64'],
    executable: { name: 'greet.sh', type: 'Script' },
    operations: [
      {
        name: 'Greet',
        operationType: 'LocalFileRead',
        resultType: 'Text',
        frequencies: ['OnDemand'],
        parameters: [
          { Name: 'Person', Description: 'Who is greeted', Required: true, Source: 'PortalEntry', DefaultValue: null },
        ],
      },
    ],
  };
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest));
  const out = join(work, `greeter-${version}.zip`);
  await bundle('sign', directory, '--key', publisherKey, '--out', out);
  return out;
};

/**
 * Starts the downloaded file like the service does; the command on the screen would also install the service, which
 * requires root.
 */
const startAgent = async (file: string, server: string, token: string): Promise<ChildProcess> => {
  const output = await open(join(work, 'agent.log'), 'w');
  const agent = spawn(file, ['--server', server, '--data', join(work, 'data'), '--name', machine], {
    env: { PATH: process.env['PATH'], CFS_AGENT_TOKEN: token },
    stdio: ['ignore', output.fd, output.fd],
  });
  await once(agent, 'spawn');
  await output.close();
  return agent;
};

const uploadBundle = async (page: Page, file: string, label: string): Promise<void> => {
  await page.getByRole('button', { name: 'Upload Package' }).click();
  const drawer = panel(page, 'Upload Package Version');
  await drawer.getByLabel('Label').fill(label);
  await drawer.getByTestId('file-chooser').setInputFiles(file);
  await drawer.getByRole('button', { name: 'Upload', exact: true }).click();
};

const menuOf = async (page: Page, entry: string): Promise<void> => {
  await page.getByRole('button', { name: `More actions of ${machine}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

const install = async (page: Page, version: string): Promise<void> => {
  await openFromMenu(page, 'Devices');
  await menuOf(page, 'Installations');
  const drawer = panel(page, `Device Installations: ${machine}`);
  await drawer.getByRole('combobox', { name: `Version of ${packageName}` }).click();
  await page.getByRole('option', { name: new RegExp(`^${version.replaceAll('.', '\\.')} `) }).click();
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  const cells = drawer.getByRole('row').filter({ hasText: packageName }).getByRole('cell');
  await cells.nth(2).filter({ hasText: version }).waitFor();
  await cells.nth(1).getByText('Installed', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
};

/** Queues a run and opens the newest one; waits for its output. */
const runOnDemand = async (page: Page, drawer: Locator, output: RegExp): Promise<void> => {
  await drawer.getByRole('button', { name: 'Enqueue Say hello' }).click();
  await toast(page, 'On Demand Device Operation enqueued successfully.').waitFor();
  await drawer.getByRole('button', { name: 'Runs of Say hello' }).click();
  const runs = panel(page, 'Runs: Say hello');
  const run = runs.getByRole('button').filter({ hasText: output });
  await run.filter({ hasText: 'Succeeded' }).click();
  await runs.locator('pre').filter({ hasText: output }).waitFor();
  await runs
    .getByText(/exit code 0/)
    .first()
    .waitFor();
  await runs.getByRole('button', { name: 'Close', exact: true }).click();
};

const agentJourney = configuredJourney({ AGENT_DIRECTORY: builtAgents });

describe.skipIf(!hasAgent)('an agent from its download to its results', () => {
  agentJourney(
    'a machine is installed, promoted, gets a signed package and runs it',
    async ({ visit, product, onTestFinished }) => {
      await buildAgent(builtAgents);
      const { page, context, browserErrors } = await visit();
      browserErrors.allow(/status of 400/);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      onTestFinished(() => rm(work, { recursive: true, force: true, maxRetries: 20 }));
      await signInByForm(page, 'admin');
      await switchContext(page, 'Contoso Operations', 'Production');

      // A token for enrolling.
      await openFromMenu(page, 'Tokens');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const creation = panel(page, 'Create Token');
      await creation.getByLabel('Name').fill('Machines of the journey');
      await choose(creation, 'Lifetime', '1 year');
      await creation.getByRole('button', { name: 'Save & Close' }).click();
      const generated = panel(page, 'Generated Token: Machines of the journey');
      const token = await generated.getByRole('status', { name: 'Generated token' }).innerText();
      await generated.getByRole('button', { name: 'Copy' }).click();
      await generated.getByRole('button', { name: 'Close' }).click();

      // The file that the welcome page offers has the checksum shown next to it.
      const tenantId = new URL(page.url()).pathname.split('/')[1] ?? '';
      await page.goto(`/${tenantId}/welcome`);
      const linux = page.getByRole('region', { name: 'Linux' });
      const download = page.waitForEvent('download');
      await linux.getByRole('link', { name: agentFile }).click();
      const file = join(work, 'cfs-agent');
      await (await download).saveAs(file);
      const sha256 = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      await linux.getByText(`SHA-256 ${sha256}`).waitFor();
      await linux.getByRole('button', { name: 'Copy the command for Linux' }).click();
      const command = await page.evaluate(() => navigator.clipboard.readText());
      expect(command).toContain(`curl -fsSLo cfs-agent '${product.address}/v1/agents/files/${agentFile}'`);
      const [, server = ''] = /--server '([^']+)'/.exec(command) ?? [];
      await chmod(file, 0o755);
      const agent = await startAgent(file, server, token);
      onTestFinished(async () => {
        if (agent.exitCode !== null || agent.signalCode !== null) return;
        agent.kill('SIGTERM');
        await once(agent, 'exit');
      });

      // It is listed as pending with the fingerprint that it printed.
      await page.goto(`/${tenantId}/pendingdevices`);
      const pending = row(page, 'Pending devices', machine);
      await pending.getByRole('checkbox').check();
      const [, fingerprint = ''] =
        /"fingerprint":"(SHA256:[^"]+)"/.exec(await readFile(join(work, 'agent.log'), 'utf8')) ?? [];
      await pending.getByText(fingerprint).waitFor();
      await page.getByRole('button', { name: 'Promote', exact: true }).click();
      await page.getByRole('dialog', { name: 'Promote' }).getByRole('button', { name: 'Promote' }).click();
      await toast(page, `Promoted ${machine}.`).waitFor();
      await openFromMenu(page, 'Devices');
      await expect
        .poll(() => cellsOf(page, 'Devices', 'CPU %'))
        .toEqual(expect.arrayContaining([expect.stringMatching(/^\d{1,3}\.\d$/)]));

      // The catalogue accepts only bundles signed by a publisher of the tenant.
      const publisherKey = join(work, 'publisher.pem');
      const shown = await bundle('key', publisherKey);
      const first = await signedBundle('1.0.0', publisherKey);
      await openFromMenu(page, 'Package Catalog');
      await uploadBundle(page, first, 'First release');
      const refused = panel(page, 'Upload Package Version');
      await refused.getByText('The bundle is not signed by a publisher key of the tenant.').first().waitFor();
      await refused.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await page.getByRole('button', { name: 'Publisher Keys' }).click();
      await panel(page, 'Publisher Keys').getByRole('button', { name: 'Add Key' }).click();
      const key = panel(page, 'Add Publisher Key');
      await key.getByLabel('Name').fill('Journey build');
      await key.getByLabel('Public Key').fill(/-----BEGIN[^]*END PUBLIC KEY-----/.exec(shown)?.[0] ?? '');
      await key.getByRole('button', { name: 'Add', exact: true }).click();
      await toast(page, 'The key Journey build was added.').waitFor();
      await panel(page, 'Publisher Keys').getByRole('button', { name: 'Close' }).click();
      await uploadBundle(page, first, 'First release');
      await toast(page, `${packageName} 1.0.0 was uploaded: Latest.`).waitFor();

      // The agent installs it, and runs its operation on demand.
      await install(page, '1.0.0');
      await page.getByRole('button', { name: `Operations of ${machine}` }).click();
      const operations = panel(page, `Device Operations: ${machine}`);
      await operations.getByRole('button', { name: 'Add Operation' }).click();
      await panel(page, 'Add Operation').getByRole('button', { name: 'Greet' }).click();
      const creating = panel(page, 'Create Device Operation');
      await creating.getByLabel('Label').fill('Say hello');
      await creating.getByRole('textbox', { name: 'Person value' }).fill('Ada');
      await creating.getByRole('button', { name: 'Save & Close' }).click();
      await toast(page, 'Device Operation created successfully.').waitFor();
      await runOnDemand(page, operations, /Hello from 1\.0\.0, Ada/);
      await operations.getByRole('button', { name: 'Close', exact: true }).click();

      // The report shows the installed version: outdated after a release, current after its installation.
      const reported = async (status: string, installed: string, latest: string): Promise<void> => {
        await openFromMenu(page, 'Version Report');
        await list(page, 'Version Report').waitFor();
        await search(page, machine);
        const line = row(page, 'Version Report', packageName).filter({ hasText: machine });
        await line.getByText(status, { exact: true }).waitFor();
        await expect.poll(() => cellsOf(page, 'Version Report', 'Installed Version')).toEqual([installed]);
        await expect.poll(() => cellsOf(page, 'Version Report', 'Latest Version')).toEqual([latest]);
      };
      await reported('Current', '1.0.0', '1.0.0');
      await openFromMenu(page, 'Package Catalog');
      await uploadBundle(page, await signedBundle('1.1.0', publisherKey), 'Second release');
      await toast(page, `${packageName} 1.1.0 was uploaded: Latest.`).waitFor();
      await reported('Outdated', '1.0.0', '1.1.0');
      await install(page, '1.1.0');
      await reported('Current', '1.1.0', '1.1.0');
      await openFromMenu(page, 'Devices');
      await page.getByRole('button', { name: `Operations of ${machine}` }).click();
      await runOnDemand(page, panel(page, `Device Operations: ${machine}`), /Hello from 1\.1\.0, Ada/);
    },
  );
});
