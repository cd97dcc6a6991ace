import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../ui/testing/fake-server.ts';
import { render } from '../../../ui/testing/render.tsx';
import { ProtocolsTab } from './protocols-tab.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';

const protocolId = 'b5d4f5d0-0000-4000-8000-000000000001';
const workUnit = {
  workUnitId: 7,
  internalWorkUnitId: 'b5d4f5d0-0000-4000-8000-000000000007',
  publicWorkUnitId: 70,
  stateId: 'New',
  protocolId,
  protocol: { name: 'Major incident' },
} as WorkUnitRow;
const none = 'No manual actions associated with this work unit.';

const action = (number: number, workUnitEventTypeId: string) => ({
  protocolActionId: `a0000000-0000-4000-8000-00000000000${number}`,
  workUnitEventTypeId,
  summary: `Action ${number}`,
  repeatable: false,
  parameters: '{}',
  actionDefinition: { name: 'Restart <b>Service</b>', description: null, inputParameters: '' },
});
const present = { ...action(1, 'OnNew'), status: 'waiting', canRun: true, canReject: true, runs: [] };

describe('the protocol of a unit', () => {
  test('shows an empty state if there is none', async () => {
    await render(<ProtocolsTab workUnit={{ ...workUnit, protocolId: null }} />);
    await expect.element(page.getByText(none)).toBeVisible();
  });

  test('shows an empty state if it has no manual actions', async () => {
    fakeServer({
      'GET /v1/protocolActions': () => ({ value: [] }),
      'GET /v1/workunits/7/manualActions': () => ({ workUnitEventType: 'OnNew', waiting: 0, value: [] }),
    });
    await render(<ProtocolsTab workUnit={workUnit} />);
    await expect.element(page.getByText(none)).toBeVisible();
  });

  test('lists its manual actions, of which those of the current state can be run', async () => {
    const server = fakeServer({
      'GET /v1/protocolActions': () => ({ value: [action(2, 'OnInProgress'), action(1, 'OnNew')] }),
      'GET /v1/workunits/7/manualActions': () => ({ workUnitEventType: 'OnNew', waiting: 1, value: [present] }),
    });
    await render(<ProtocolsTab workUnit={workUnit} />, { permissions: ['WorkUnits:edit'] });
    const now = page.getByRole('list', { name: 'When New (the current state)' });
    await expect.element(now.getByRole('button', { name: 'Run Action 1' })).toBeEnabled();
    const later = page.getByRole('list', { name: 'When In progress' });
    await expect.element(later.getByText('Action 2')).toBeVisible();
    await expect.element(later.getByText('Restart <b>Service</b>')).toBeVisible();
    expect(later.getByRole('button').elements()).toEqual([]);
    const asked = server.requests.find(({ path }) => path === '/v1/protocolActions')?.query.get('$filter');
    expect(asked).toBe(`(protocolId eq ${protocolId}) and (runAutomatically eq false)`);
  });

  test('offers a dry run, initially of the event of the current state', async () => {
    const server = fakeServer({
      'GET /v1/protocolActions': () => ({ value: [] }),
      'GET /v1/workunits/7/manualActions': () => ({ workUnitEventType: 'OnHold', waiting: 0, value: [] }),
      'POST /v1/workunits/7/dryrun': () => ({ value: [] }),
    });
    await render(<ProtocolsTab workUnit={{ ...workUnit, stateId: 'OnHold' }} />, {
      permissions: ['WorkUnits:view'],
    });
    await page.getByRole('button', { name: 'Dry Run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dry Run: #70' });
    await expect.element(dialog.getByText('The protocol has no actions for this event.')).toBeVisible();
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({ event: 'OnHold' });
  });

  test('offers no dry run to users who may not see work units', async () => {
    fakeServer({
      'GET /v1/protocolActions': () => ({ value: [] }),
      'GET /v1/workunits/7/manualActions': () => ({ workUnitEventType: 'OnNew', waiting: 0, value: [] }),
    });
    await render(<ProtocolsTab workUnit={workUnit} />, { permissions: [] });
    await expect.element(page.getByText(none)).toBeVisible();
    expect(page.getByRole('button', { name: 'Dry Run' }).elements()).toEqual([]);
  });
});
