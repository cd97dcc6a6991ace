import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { ManualAction } from '@cfs/contracts/manual-actions';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { problem } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../../ui/testing/render.tsx';
import { incident, patches, serveUnit } from '../testing/serve-unit.ts';
import { WorkUnitPanel } from './work-unit-panel.tsx';

const at = `/${testTenantId}/workunitsv2`;
const panel = page.getByRole('dialog', { name: /^Edit Work Unit #7/ });
const button = (name: string) => panel.getByRole('button', { name, exact: true });
const note = () => panel.getByRole('textbox', { name: 'New note' });
const question = page.getByRole('dialog', { name: 'Unsaved changes' });
const answer = (choice: 'Yes' | 'No') => question.getByRole('button', { name: choice }).click();

/** The panel of the unit in the URL, as the list opens it. */
const Screen = () => {
  const [{ workUnitId }, patch] = useAddressQuery();
  return (
    <main>
      <h1>Work Units</h1>
      <button onClick={() => patch({ workUnitId: '7' })}>Open</button>
      {workUnitId && (
        <WorkUnitPanel openId={workUnitId} openAs="workUnitId" onClose={() => patch({ workUnitId: undefined })} />
      )}
    </main>
  );
};

const open = async () => {
  const screen = await render(<Screen />, { at, permissions: ['WorkUnits:view', 'WorkUnits:edit'] });
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(note()).toBeVisible();
  return screen;
};

describe('an unsaved note', () => {
  test('is not lost on Escape or Close without a confirmation', async () => {
    serveUnit(incident);
    const screen = await open();
    await note().fill('Half a thought');
    await userEvent.keyboard('{Escape}');
    await answer('No');
    await button('Close').click();
    await answer('No');
    await expect.element(note()).toHaveValue('Half a thought');
    await button('Close').click();
    await answer('Yes');
    await expect.element(panel).not.toBeInTheDocument();
    expect(screen.address()).toBe(at);
  });

  test('is not lost on Back or on opening another unit without a confirmation', async () => {
    serveUnit(incident);
    const screen = await open();
    await note().fill('Half a thought');
    screen.goBack();
    await answer('No');
    await expect.poll(screen.address).toBe(`${at}?workUnitId=7`);
    screen.goTo(`${at}?workUnitId=8`);
    await answer('No');
    await expect.element(note()).toHaveValue('Half a thought');
    screen.goTo(`${at}?workUnitId=8`);
    await answer('Yes');
    await expect.poll(screen.address).toBe(`${at}?workUnitId=8`);
  });

  test('is kept while another tab of the panel is open', async () => {
    serveUnit(incident);
    await open();
    await note().fill('Half a thought');
    await panel.getByRole('tab', { name: 'Properties' }).click();
    await panel.getByRole('tab', { name: 'Work Unit', exact: true }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(note()).toHaveValue('Half a thought');
  });

  test('is not lost on Save & Close, which saves the form', async () => {
    const server = serveUnit(incident);
    await open();
    await note().fill('Half a thought');
    await panel.getByRole('textbox', { name: 'Reference', exact: true }).fill('INC-1');
    await button('Save & Close').click();
    await answer('No');
    await expect.element(note()).toHaveValue('Half a thought');
    expect(patches(server)).toEqual([{ referenceId: 'INC-1' }]);
  });

  test('needs no confirmation once it is added', async () => {
    const server = serveUnit(incident);
    server.on('PUT /v1/workunitnotes', () => ({ id: 1 }));
    await open();
    await note().fill('A whole thought');
    await button('Add note').click();
    await expect.element(note()).toHaveValue('');
    await expect.element(button('Add note')).toBeDisabled();
    await expect.element(note()).toBeEnabled();
    // The focus trap receives the focus that the disabled button has lost.
    await expect.poll(() => panel.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
  });
});

describe('a note at the end of a session', () => {
  /** Renders the screen only while a user is signed in. */
  const Portal = () => {
    const [isSignedIn, setSignedIn] = useState(true);
    return (
      <>
        {isSignedIn && <Screen />}
        <button style={{ position: 'fixed', zIndex: 9_999 }} onClick={() => setSignedIn(!isSignedIn)}>
          Sign {isSignedIn ? 'out' : 'in'}
        </button>
      </>
    );
  };
  const sign = (way: 'in' | 'out') => page.getByRole('button', { name: `Sign ${way}`, includeHidden: true }).click();
  const start = async () => {
    await render(<Portal />, { at: `${at}?workUnitId=7`, permissions: ['WorkUnits:view', 'WorkUnits:edit'] });
    await expect.element(note()).toBeVisible();
  };
  const restored = panel.getByText(/^What you typed before you signed in again was restored\./);
  const external = panel.getByRole('checkbox', { name: 'External note' });
  const drafts = () => Object.keys(window.sessionStorage).filter((key) => key.includes('draft'));

  test('is restored afterwards, and can be discarded', async () => {
    serveUnit(incident);
    await start();
    await note().fill('Half a thought');
    await external.click();
    await sign('out');
    await expect.element(panel).not.toBeInTheDocument();
    await sign('in');
    await expect.element(note()).toHaveValue('Half a thought');
    await expect.element(restored).toBeVisible();
    await expect.element(external).toBeChecked();
    expect(drafts()).toEqual([]);
    await panel.getByRole('button', { name: 'Discard' }).click();
    await expect.element(note()).toHaveValue('');
    await expect.element(restored).not.toBeInTheDocument();
    await expect.element(external).not.toBeChecked();
  });

  test('is not restored if it was discarded, or if the request in flight stores it', async () => {
    const server = serveUnit(incident);
    const stored = Promise.withResolvers<unknown>();
    server.on('PUT /v1/workunitnotes', () => stored.promise);
    await start();
    await note().fill('A whole thought');
    await button('Add note').click();
    await sign('out');
    await expect.element(panel).not.toBeInTheDocument();
    stored.resolve({ id: 1 });
    await sign('in');
    await expect.element(note()).toHaveValue('');
    await note().fill('Half a thought');
    await button('Close').click();
    await answer('Yes');
    await expect.element(panel).not.toBeInTheDocument();
    expect(drafts()).toEqual([]);
  });
});

test('files that were chosen for a note are not lost without a confirmation', async () => {
  serveUnit(incident);
  await open();
  await userEvent.upload(page.elementLocator(document.querySelector('input[type=file]') ?? document.body), [
    new File(['1'], 'rows.csv'),
  ]);
  await expect.element(panel.getByText('rows.csv (1 B)')).toBeVisible();
  await button('Close').click();
  await answer('No');
  await button('Remove rows.csv').click();
  await button('Close').click();
  await expect.element(panel).not.toBeInTheDocument();
});

test('parameters of a manual action are not lost without a confirmation', async () => {
  const server = serveUnit(incident);
  const action = {
    protocolActionId: 'a0000000-0000-4000-8000-000000000001',
    workUnitEventTypeId: 'OnAcknowledged',
    summary: 'Tell the team',
    parameters: '{}',
    actionDefinition: { actionDefinitionId: builtInActions.sendEmail, name: 'Mail', inputParameters: '{{Subject}}' },
    status: 'waiting',
    canRun: true,
    canReject: true,
    runs: [],
  } as unknown as ManualAction;
  const actions = { workUnitEventType: 'OnAcknowledged', waiting: 1, value: [action] };
  server.on('GET /v1/workunits/7/manualActions', () => actions);
  const screen = await open();
  await panel.getByRole('tab', { name: /^Pending Actions/ }).click();
  await button('Run Tell the team').click();
  const dialog = page.getByRole('dialog', { name: 'Run Action: Tell the team' });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await button('Run Tell the team').click();
  await dialog.getByLabelText('Subject').fill('Disk full');
  await userEvent.keyboard('{Escape}');
  await answer('No');
  screen.goBack();
  await answer('No');
  await expect.element(dialog.getByLabelText('Subject')).toHaveValue('Disk full');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await answer('Yes');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(panel).toBeVisible();
});

test('an error in a hidden tab opens the tab after a refused save', async () => {
  const server = serveUnit(incident);
  server.on('PATCH /v1/workunits/7', () => problem(400, 'Invalid.', { Title: ['This title is taken.'] }));
  await open();
  await panel.getByRole('textbox', { name: 'Title' }).fill('Disk is full');
  await panel.getByRole('tab', { name: 'Properties' }).click();
  await button('Save').click();
  await expect.element(panel.getByText('This title is taken.')).toBeVisible();
  await expect.element(panel.getByRole('textbox', { name: 'Title' })).toHaveFocus();
});
