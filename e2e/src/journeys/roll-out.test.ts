import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { apiAs, type Api } from '../harness/api.ts';
import { makeDataDirectory } from '../harness/data-directory.ts';
import { copyFirstRun } from '../harness/made-first-run.ts';
import { freePort } from '../harness/free-port.ts';
import { browsing, openVisits, type OnCleanup } from '../harness/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { promoteMachine } from '../harness/promote-machine.ts';
import { createPublisher, uploadBundle } from '../harness/publisher.ts';
import { createSourceAgent } from '../harness/source-agent.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signInByForm } from '../pages/login-page.ts';

const packageName = 'Rolled Out';
const subscription = 'Roll-out';
const machines = 3;
/** The server checks a roll-out every 15 s, a few times for each stage. */
const timeout = 120_000;
const contoso = 'Contoso Operations';

interface RestartableProduct extends Product {
  /** Kills the server and restarts it. */
  restart(): Promise<void>;
}

const serveRestartable = async ({}: object, { onCleanup }: { onCleanup: OnCleanup }): Promise<RestartableProduct> => {
  const directory = await copyFirstRun();
  const options = { dataDirectory: directory.path, port: await freePort() };
  let product = await startProduct(options);
  onCleanup(async () => {
    await product.stop();
    await directory[Symbol.asyncDispose]();
  });
  return {
    address: product.address,
    dataDirectory: directory.path,
    get process() {
      return product.process;
    },
    stop: () => product.stop(),
    restart: async () => {
      product.process.signal('SIGKILL');
      await product.process.ended;
      product = await startProduct(options);
    },
  };
};

const restartJourney = browsing.extend('product', { scope: 'file' }, serveRestartable).extend('visit', openVisits);

/** Creates a subscription for the machines of the journey and selects it for the caller. */
const chooseSubscription = async (api: Api): Promise<string> => {
  const tenants = (await api.call('GET', `/v1/tenants?$filter=${encodeURIComponent(`name eq '${contoso}'`)}`)) as {
    readonly value: readonly { readonly tenantId: string }[];
  };
  const tenantId = tenants.value[0]?.tenantId ?? '';
  const { subscriptionId } = (await api.call('PUT', '/v1/subscriptions', { name: subscription, tenantId })) as {
    readonly subscriptionId: string;
  };
  await api.call('POST', `/v1/tenantSubscriptionContext/${tenantId}`, { tenant: tenantId, subscriptionId });
  return tenantId;
};

const startRollOut = async (page: Page, version: string): Promise<void> => {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const form = panel(page, 'Start Roll-out');
  await choose(form, 'Package', packageName);
  await choose(form, 'Version', `${version} (Latest)`);
  await form.getByLabel('Stages (%)').fill('30, 100');
  await form.getByLabel('Healthy Interval').fill('0');
  await choose(form, 'Subscription', subscription);
  await form.getByRole('button', { name: 'Start', exact: true }).click();
  await toast(page, `The roll-out of ${packageName} ${version} to ${machines} devices has started.`).waitFor();
  await page.getByRole('button', { name: `Edit Roll-out ${packageName} ${version}` }).click();
};

/** Waits until the stages of the open roll-out have these texts. */
const stagesAre = (page: Page, title: string, stages: readonly string[]): Promise<void> =>
  expect
    .poll(
      async () =>
        (await panel(page, title).getByRole('list', { name: 'Stages' }).getByRole('listitem').allInnerTexts()).map(
          (text) => text.replaceAll(/\s+/g, ' ').trim(),
        ),
      { timeout },
    )
    .toEqual(stages);

describe('a staged roll-out', () => {
  restartJourney(
    'continues after the server is killed, and another one stops at failures',
    async ({ visit, product }) => {
      const { page, browserErrors } = await visit();
      // Calls of the page while the server is unreachable.
      browserErrors.allow(
        /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|status of 503|answered 503/,
      );
      await using work = await makeDataDirectory('cfs-roll-out-');
      const api = await apiAs(product, 'admin');
      const tenantId = await chooseSubscription(api);
      const inTenant = `?__tenant__=${tenantId}`;
      const { generatedToken: token } = (await api.call('PUT', `/v1/tokens${inTenant}`, {
        name: 'Roll-out',
        lifetimeYears: 1,
      })) as { readonly generatedToken: string };
      const publisher = await createPublisher(work.path);
      await api.call('PUT', `/v1/publisherKeys${inTenant}`, { name: 'Roll-out', publicKey: publisher.publicKey });
      const upload = async (version: string) =>
        uploadBundle(product, api, await publisher.sign(packageName, version), tenantId);
      const first = await upload('1.0.0');

      await using stack = new AsyncDisposableStack();
      const agents = Array.from({ length: machines }, (_, index) =>
        stack.use(createSourceAgent(product, `roll-out-${index + 1}`, join(work.path, `agent-${index + 1}`))),
      );
      for (const agent of agents) agent.start({ token });
      const deviceIds: string[] = [];
      for (const { name } of agents) deviceIds.push(await promoteMachine(api, name));
      // The devices of the first stage do not install the version before the server is killed.
      for (const agent of agents) await agent.kill('SIGTERM');

      await signInByForm(page, 'admin', `/${tenantId}/rollouts`);
      await startRollOut(page, '1.0.0');
      const title = `Roll-out: ${packageName} 1.0.0`;
      const underWay = ['Stage 1: 30 % (present) 1 installing', 'Stage 2: 100 % 2 waiting'];
      await stagesAre(page, title, underWay);
      await product.restart();
      await stagesAre(page, title, underWay);
      for (const agent of agents) agent.start();
      await stagesAre(page, title, ['Stage 1: 30 % 1 installed', 'Stage 2: 100 % 2 installed']);
      await panel(page, title).getByText('Completed', { exact: true }).waitFor({ timeout });
      await panel(page, title).getByRole('button', { name: 'Close', exact: true }).click();

      // The machines refuse the next version, because they accept only bundles signed with another key.
      await upload('1.1.0');
      for (const agent of agents) await agent.kill('SIGTERM');
      const { publicKey } = generateKeyPairSync('ed25519');
      const words = ['--publisher-key', publicKey.export({ format: 'jwk' }).x ?? ''];
      for (const agent of agents) agent.start({ words });
      await startRollOut(page, '1.1.0');
      const stopped = panel(page, `Roll-out: ${packageName} 1.1.0`);
      await stopped.getByText('1 of 1 devices of stage 1 failed: 100 %, the limit is 10 %.').waitFor({ timeout });
      await stopped.getByText('Stopped', { exact: true }).waitFor();
      await stagesAre(page, `Roll-out: ${packageName} 1.1.0`, ['Stage 1: 30 % 1 failed', 'Stage 2: 100 % 2 waiting']);
      const after = await apiAs(product, 'admin');
      for (const deviceId of deviceIds) {
        const { value } = (await after.call(
          'GET',
          `/v1/devices/GetPackageInstallsWithVersions(deviceId=${deviceId})`,
        )) as {
          readonly value: readonly {
            readonly installPackage: { readonly packageId: string };
            readonly packageVersionId: string;
          }[];
        };
        const installed = value.find(({ installPackage }) => installPackage.packageId === first.packageId);
        expect(installed?.packageVersionId).toBe(first.packageVersionId);
      }
    },
  );
});
