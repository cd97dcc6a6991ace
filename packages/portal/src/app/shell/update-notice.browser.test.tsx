import { useQueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { version as ownVersion } from '../../../package.json';
import { versionQuery } from '../../lib/product-version.ts';
import { useUnsavedWithoutDraft } from '../../ui/forms/use-unsaved-without-draft.ts';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, type RenderOptions } from '../../ui/testing/render.tsx';
import { UpdateNotice } from './update-notice.tsx';

const call = 'GET /api/generalLookup/version';
const serve = (version: string) => fakeServer({ [call]: () => ({ version }) });

/** Renders the notice, and a button that polls the version immediately. */
const Screen = ({ hasNote = false }: { readonly hasNote?: boolean }) => {
  const queries = useQueryClient();
  useUnsavedWithoutDraft(hasNote);
  return (
    <main>
      <h1>Screen</h1>
      <UpdateNotice />
      <button onClick={() => void queries.invalidateQueries(versionQuery)}>Poll</button>
    </main>
  );
};

const show = (options: RenderOptions & { readonly hasNote?: boolean } = {}) =>
  render(<Screen hasNote={options.hasNote ?? false} />, options);
const reload = page.getByRole('button', { name: 'Reload', exact: true });
const poll = page.getByRole('button', { name: 'Poll' });

test.for([ownVersion, `${ownVersion}+later.build`, '0.0.1'])(
  'a page of the same or a later version than %s shows nothing',
  async (version) => {
    const server = serve(version);
    await show();
    await expect.poll(() => server.requests.length).toBe(1);
    await expect.element(poll).toBeVisible();
    await expect.element(reload).not.toBeInTheDocument();
  },
);

test('a later version is announced, and stays announced when a node of the old version responds', async () => {
  const server = serve(ownVersion);
  await show();
  await expect.element(reload).not.toBeInTheDocument();
  server.on(call, () => ({ version: '99.0.0' }));
  await poll.click();
  await expect.element(page.getByRole('main').getByRole('status')).toHaveTextContent('A newer version is installed');
  await expect.element(reload).toBeVisible();
  server.on(call, () => ({ version: ownVersion }));
  await poll.click();
  await expect.poll(() => server.requests.length).toBe(3);
  await expect.element(reload).toBeVisible();
});

test('asks for confirmation before a reload that would lose unsaved text', async () => {
  serve('99.0.0');
  await show({ hasNote: true });
  await reload.click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect.element(question.getByRole('button', { name: 'Stay' })).toHaveFocus();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(reload).toBeVisible();
});

test.for([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
] as const)('the notice has no accessibility violations, %s at %d px', async ([theme, width]) => {
  await page.viewport(width, 800);
  serve('99.0.0');
  await show({ theme });
  await expect.element(reload).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await page.viewport(1440, 900);
});
