import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { row } from '../pages/data-list.ts';
import { panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

const script = Buffer.from('#!/bin/sh\necho 1\n');

/** A signed bundle with one script. */
const bundleOf = async (name: string, version: string, privateKey: KeyObject): Promise<Buffer> => {
  const manifest = Buffer.from(
    JSON.stringify({
      name,
      version,
      type: 'Watcher',
      operatingSystems: ['LinuxX64'],
      executable: { name: 'watch.sh', type: 'Script' },
      operations: [{ name: 'Watch', operationType: 'Metric', resultType: 'Numeric', frequencies: ['Recurring'] }],
      files: [{ path: 'watch.sh', size: script.length, sha256: createHash('sha256').update(script).digest('hex') }],
    }),
  );
  const zip = new ZipFile();
  zip.addBuffer(manifest, 'manifest.json');
  zip.addBuffer(sign(null, manifest, privateKey), 'manifest.sig');
  zip.addBuffer(script, 'watch.sh');
  zip.end();
  return buffer(zip.outputStream);
};

describe('packages', () => {
  journey('a publisher is trusted, its bundles are uploaded, and an archived version is deleted', async ({ visit }) => {
    const { page, browserErrors } = await visit();
    browserErrors.allow(/status of 400/);
    const name = 'Journey Watcher';
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    await signIn(page, 'admin', '/packages');

    const upload = async (version: string): Promise<void> => {
      await page.getByRole('button', { name: 'Upload Package' }).click();
      const drawer = panel(page, 'Upload Package Version');
      await drawer.getByLabel('Label').fill(`Release ${version}`);
      await drawer.getByTestId('file-chooser').setInputFiles({
        name: `watcher-${version}.zip`,
        mimeType: 'application/zip',
        buffer: await bundleOf(name, version, privateKey),
      });
      await drawer.getByRole('button', { name: 'Upload', exact: true }).click();
    };

    await upload('1.0.0');
    await panel(page, 'Upload Package Version')
      .getByText('The bundle is not signed by a publisher key of the tenant.')
      .first()
      .waitFor();
    await panel(page, 'Upload Package Version').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();

    await page.getByRole('button', { name: 'Publisher Keys' }).click();
    await panel(page, 'Publisher Keys').getByRole('button', { name: 'Add Key' }).click();
    const key = panel(page, 'Add Publisher Key');
    await key.getByLabel('Name').fill('Journey');
    await key.getByLabel('Public Key').fill(publicKey.export({ format: 'pem', type: 'spki' }).toString());
    await key.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('The key Journey was added.').waitFor();
    await panel(page, 'Publisher Keys').getByRole('button', { name: 'Close' }).click();

    await upload('1.0.0');
    await page.getByText(`${name} 1.0.0 was uploaded: Latest.`).waitFor();
    await upload('1.1.0');
    await page.getByText(`${name} 1.1.0 was uploaded: Latest.`).waitFor();

    await row(page, 'Package Catalog', name)
      .getByRole('button', { name: `Edit Package ${name}` })
      .click();
    const drawer = panel(page, `Edit Package: ${name}`);
    await drawer.getByRole('tab', { name: /Versions/ }).click();
    expect(await drawer.getByRole('button', { name: 'Delete version 1.1.0' }).count()).toBe(0);
    await drawer.getByRole('button', { name: 'Delete version 1.0.0' }).click();
    await panel(page, 'Delete Package Version').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Package version deleted successfully.').waitFor();
    await drawer.getByRole('button', { name: 'Close', exact: true }).click();

    await page.getByRole('button', { name: `Delete Package ${name}` }).click();
    await panel(page, 'Delete Package').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`${name} was deleted.`).waitFor();
    await page.getByRole('button', { name: 'Publisher Keys' }).click();
    await page.getByRole('button', { name: 'Delete key Journey' }).click();
    await panel(page, 'Delete Publisher Key').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The key Journey was deleted.').waitFor();
  });
});
