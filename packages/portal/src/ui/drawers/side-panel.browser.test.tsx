import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SidePanel } from './side-panel.tsx';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { render, testTenantId } from '../testing/render.tsx';
import { useOpenRow } from './use-open-row.ts';

/** A list whose drawer opens a second drawer. */
const Screen = () => {
  const [below, above] = [useOpenRow('tenant'), useOpenRow('subscription')];
  const [note, setNote] = useState('');
  return (
    <main>
      <h1>Tenants</h1>
      <button onClick={() => below.open('1')}>Open tenant</button>
      {below.openId && (
        <SidePanel title="Tenant" id="1" onClose={below.close} footer={<button>Save</button>}>
          <label>
            Note <input value={note} onChange={(event) => setNote(event.target.value)} />
          </label>
          <button onClick={() => above.open('2')}>Open subscription</button>
          {above.openId && (
            <SidePanel title="Subscription" width="75vw" onClose={above.close}>
              <p>Production</p>
            </SidePanel>
          )}
        </SidePanel>
      )}
    </main>
  );
};

const at = `/${testTenantId}/tenants`;
const tenant = page.getByRole('dialog', { name: 'Tenant' });
const subscription = page.getByRole('dialog', { name: 'Subscription' });
const widthOf = (name: string): number =>
  page.getByRole('dialog', { name, includeHidden: true }).element().getBoundingClientRect().width;

describe('a drawer', () => {
  test('is half as wide as the window, has its own width, or fills a narrow window', async () => {
    await render(<Screen />, { at: `${at}?tenant=1&subscription=2` });
    await expect.poll(() => [widthOf('Tenant'), widthOf('Subscription')]).toEqual([720, 1080]);
    await page.viewport(767, 900);
    await expect.poll(() => [widthOf('Tenant'), widthOf('Subscription')]).toEqual([767, 767]);
  });

  test('follows the URL', async () => {
    const screen = await render(<Screen />, { at });
    screen.goTo(`${at}?tenant=1`);
    await expect.element(tenant).toBeVisible();
    screen.goBack();
    await expect.element(tenant).not.toBeInTheDocument();
  });

  test('on top of another is the only one to close on Escape, even if no element has the focus', async () => {
    await render(<Screen />, { at: `${at}?tenant=1&subscription=2` });
    await expect.element(subscription).toBeVisible();
    const pressEscape = () =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    pressEscape();
    await expect.element(subscription).not.toBeInTheDocument();
    await expect.element(tenant).toBeVisible();
    pressEscape();
    await expect.element(tenant).not.toBeInTheDocument();
  });

  test('on top of another is the only one to close on Escape, which restores the focus', async () => {
    const screen = await render(<Screen />, { at });
    await page.getByRole('button', { name: 'Open tenant' }).click();
    await tenant.getByLabelText('Note').fill('Half a thought');
    await tenant.getByRole('button', { name: 'Open subscription' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(subscription).not.toBeInTheDocument();
    await expect.element(tenant.getByLabelText('Note')).toHaveValue('Half a thought');
    await expect.element(tenant.getByRole('button', { name: 'Open subscription' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(tenant).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Open tenant' })).toHaveFocus();
    expect(screen.address()).toBe(at);
  });

  test('copies its id and shows its custom message', async () => {
    await render(
      <SidePanel title="Packet" id="42" idCopied="Entity Id 42 copied to clipboard." onClose={() => undefined}>
        <p>Content</p>
      </SidePanel>,
    );
    await page.getByRole('button', { name: 'Copy id 42' }).click();
    await expect.element(page.getByText('Entity Id 42 copied to clipboard.')).toBeVisible();
  });

  test('keeps its title readable beside many buttons in a narrow window', async () => {
    await page.viewport(390, 844);
    const buttons = ['Assign', 'Watch', 'Up', 'Down'].map((name) => <button key={name}>{name}</button>);
    await render(
      <SidePanel title="Edit Work Unit #1042: Mail is slow" id="1042" status={buttons} onClose={() => undefined}>
        <p>Content</p>
      </SidePanel>,
    );
    const title = page.getByRole('heading', { name: /^Edit Work Unit/ });
    await expect.element(title).toBeVisible();
    expect(title.element().clientWidth).toBeGreaterThan(280);
    const top = (name: string): number =>
      page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top;
    expect(top('Assign')).toBeGreaterThan(top('Close'));
    await page.viewport(1440, 900);
    await expect.poll(() => Math.abs(top('Assign') - top('Close'))).toBeLessThan(20);
  });

  test('traps the focus', async () => {
    await render(<Screen />, { at: `${at}?tenant=1` });
    await expect.element(tenant).toBeVisible();
    for (let step = 0; step < 6; step += 1) {
      await userEvent.keyboard('{Tab}');
      expect(document.activeElement?.closest('[role="dialog"], .MuiModal-root')).not.toBeNull();
    }
    await tenant.getByRole('button', { name: 'Close' }).click();
    await expect.element(tenant).not.toBeInTheDocument();
  });

  test.for(['light', 'dark'] as const)('has no accessibility violations, %s', async (theme) => {
    await render(<Screen />, { at: `${at}?tenant=1&subscription=2`, theme });
    await expect.element(subscription).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
