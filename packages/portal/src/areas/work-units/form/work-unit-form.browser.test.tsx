import type { CustomValueName, WorkUnitField } from '@cfs/contracts/work-units';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { problem } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../../ui/testing/render.tsx';
import { incident, me, patches, serveUnit } from '../testing/serve-unit.ts';
import { WorkUnitPanel } from '../panel/work-unit-panel.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';

const panel = page.getByRole('dialog', { name: /^Edit Work Unit #7: Disk full/ });
const creation = page.getByRole('dialog', { name: 'Create Work Unit' });
const button = (name: string) => panel.getByRole('button', { name, exact: true });
const combobox = (name: string) => panel.getByRole('combobox', { name });
const toasts = page.elementLocator(document.querySelector('#toasts') ?? document.body);

const open = (openId = '7', query = `workUnitId=${openId}`) =>
  render(<WorkUnitPanel openId={openId} openAs="workUnitId" onClose={() => undefined} />, {
    at: `/${testTenantId}/workunitsv2?${query}`,
    permissions: ['WorkUnits:view', 'WorkUnits:edit', 'WorkUnits:create'],
  });

const options = async (name: string): Promise<readonly (string | null)[]> => {
  await combobox(name).click();
  await expect.element(page.getByRole('listbox')).toBeVisible();
  return page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
};

/** Every field that the user can set in the form, except for properties and custom values. */
const labels: Readonly<Record<Exclude<WorkUnitField, 'properties' | CustomValueName>, string>> = {
  title: 'Title',
  description: 'Description',
  resolution: 'Resolution',
  severityId: 'Severity',
  stateId: 'State',
  workUnitTypeId: 'Work Unit Type',
  effort: 'Effort',
  assignedTo: 'Assigned To',
  assignmentGroup: 'Assignment Group',
  source: 'Source',
  protocolId: 'Protocol',
  workUnitCategoryId: 'Category',
  workUnitSubcategoryId: 'Subcategory',
  referenceId: 'Reference',
  referenceUrl: 'Reference URL',
  stakeHolderFullName: 'Name',
  stakeHolderPhoneNumber: 'Phone',
  stakeHolderEmailAddress: 'Email',
  stakeHolderExperienceScore: 'Experience Score',
  plannedStartTime: 'Planned Start Time',
  plannedFinishTime: 'Planned Finish Time',
  requestedChangeWindow: 'Requested Change Window',
  plannedOutage: 'Planned Outage',
  implementer: 'Implementer',
  approver1: 'Approver 1',
  approver2: 'Approver 2',
  isApproverRequired: 'Approver Required',
  implementationPlan: 'Implementation Plan',
  rollbackPlan: 'Rollback Plan',
  affectedResources: 'Affected Resources',
  securityConsiderations: 'Security Considerations',
  userImpact: 'User Impact',
  costImpact: 'Cost Impact',
  environment: 'Environment',
  expectedCFSAlerts: 'Expected CFS Alerts',
};

const shownLabels = () =>
  [...panel.element().querySelectorAll('label')].map(({ textContent }) => textContent?.replace(/\s*\*$/, ''));

describe('the form of a unit', () => {
  test('has every field of a Change Request', async () => {
    serveUnit({ ...incident, workUnitTypeId: 2 });
    await open();
    await expect.element(panel.getByRole('textbox', { name: 'Rack' })).toBeVisible();
    expect(shownLabels()).toEqual(expect.arrayContaining([...Object.values(labels), 'Tenant', 'Site']));
  });

  test('of an incident omits the fields of a Change Request', async () => {
    serveUnit(incident);
    await open();
    await expect.element(panel.getByRole('textbox', { name: 'Rack' })).toBeVisible();
    expect(shownLabels()).toContain('Title');
    expect(shownLabels()).not.toContain('Implementation Plan');
  });

  test('offers only Acknowledged and Canceled as the next states of a New unit', async () => {
    serveUnit({ ...incident, stateId: 'New' });
    await open();
    expect(await options('State')).toEqual(['New', 'Acknowledged', 'Canceled']);
  });

  test('offers all states for any other unit', async () => {
    serveUnit(incident);
    await open();
    expect(await options('State')).toEqual([
      'New',
      'Acknowledged',
      'In progress',
      'On hold',
      'Mitigated',
      'Resolved',
      'Closed',
      'Canceled',
    ]);
  });

  test('offers the sizes of effort', async () => {
    serveUnit(incident);
    await open();
    expect(await options('Effort')).toEqual(['None', '1', '2', '3', '5', '8', '13']);
  });

  test('shows the type of the unit even if it is no longer offered', async () => {
    serveUnit({ ...incident, workUnitTypeId: 5, workUnitType: { name: 'Legacy' } });
    await open();
    await expect.element(combobox('Work Unit Type')).toHaveTextContent('Legacy');
  });

  test('counts the characters of a description, and does not send more than 4,000', async () => {
    const server = serveUnit(incident);
    await open();
    const description = panel.getByRole('textbox', { name: 'Description' });
    await description.fill('x'.repeat(4_001));
    await expect.element(panel.getByText('4001 of 4000')).toBeVisible();
    await button('Save').click();
    await expect.element(panel.getByText('Must be at most 4000 characters.')).toBeVisible();
    expect(patches(server)).toEqual([]);
  });

  test('searches for approvers among people, and for assignees among people and groups', async () => {
    const server = serveUnit({ ...incident, workUnitTypeId: 2 });
    await open();
    const asked = () => server.requests.filter(({ path }) => path.startsWith('/api/people')).map(({ path }) => path);
    await combobox('Approver 1').fill('an');
    await expect.poll(asked).toEqual(['/api/people']);
    await combobox('Assigned To').fill('an');
    await expect.poll(asked).toEqual(['/api/people', '/api/peopleandgroups']);
  });
});

describe('a blank unit', () => {
  test('has a form without tabs that offers only the state New', async () => {
    serveUnit(incident);
    await open('new', 'workUnitId=new&createType=1');
    await expect.element(creation.getByRole('textbox', { name: 'Title' })).toBeVisible();
    await expect.element(creation.getByRole('tab')).not.toBeInTheDocument();
    await creation.getByRole('combobox', { name: 'State' }).click();
    await expect.element(page.getByRole('listbox')).toHaveTextContent(/^New$/);
  });
});

describe('another assignment group', () => {
  const choose = async (group: string): Promise<void> => {
    await combobox('Assignment Group').click();
    await page.getByRole('option', { name: group }).click();
  };
  const question = page.getByRole('dialog', { name: 'Assignment Group' });
  const saved = async (): Promise<void> => {
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
  };

  test('clears the assignee of a New unit and keeps its state', async () => {
    const server = serveUnit({ ...incident, stateId: 'New', assignedTo: me });
    await open();
    await choose('Network');
    await expect.element(question.getByText(`Clear the assignee ${me}?`)).toBeVisible();
    await question.getByRole('button', { name: 'Yes' }).click();
    await saved();
    expect(patches(server)).toEqual([{ assignmentGroup: 'Network', assignedTo: null }]);
  });

  test('keeps assignee and state if the user declines', async () => {
    const server = serveUnit({ ...incident, assignedTo: me });
    await open();
    await choose('Network');
    await expect.element(question.getByText(`Clear the assignee ${me} and set the state to New?`)).toBeVisible();
    await question.getByRole('button', { name: 'No' }).click();
    await saved();
    expect(patches(server)).toEqual([{ assignmentGroup: 'Network' }]);
  });

  test('does not ask if nobody is assigned', async () => {
    const server = serveUnit(incident);
    await open();
    await choose('Network');
    await saved();
    await expect.element(question).not.toBeInTheDocument();
    expect(patches(server)).toEqual([{ assignmentGroup: 'Network' }]);
  });
});

describe('a failed save', () => {
  test.for([
    [400, { WorkUnit: ['It is closed.'] }, 'It is closed. Please refresh the Work Unit and try again.'],
    [422, {}, 'Invalid user input was sent to the API. Please verify your input and try again.'],
    [0, {}, 'An unknown error has occurred. Please retry saving in just a moment.'],
  ] as const)('shows the fixed message for status %s', async ([status, errors, text]) => {
    const server = serveUnit(incident);
    server.on('PATCH /v1/workunits/7', () => problem(status, 'Refused.', errors));
    await open();
    await panel.getByRole('textbox', { name: 'Reference', exact: true }).fill('INC-1');
    server.unplug(status === 0);
    await button('Save').click();
    await expect.element(toasts.getByText(text, { exact: true })).toBeVisible();
    await expect.element(button('Save')).toBeEnabled();
  });
});

test('a failed decline shows an error and leaves the decision pending', async () => {
  const request: WorkUnitRow = { ...incident, workUnitTypeId: 2, approver1: me };
  const server = serveUnit(request);
  server.on('PATCH /v1/workunits/7', () => problem(500, 'Broken.'));
  await open();
  const decision = panel.getByRole('group', { name: 'Decision of approver 1' });
  await decision.getByRole('button', { name: 'Decline' }).click();
  const question = page.getByRole('dialog', { name: 'Decline' });
  await question.getByLabelText('Notes').fill('Not in the holidays');
  await question.getByRole('button', { name: 'Decline' }).click();
  await expect.element(toasts.getByText('Change Request decline action failed.', { exact: true })).toBeVisible();
  await expect.element(decision.getByText('Pending')).toBeVisible();
});

test('a change of tenant or type of a new unit clears categories that no longer apply and the fields of the tenant', async () => {
  const otherTenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';
  const server = serveUnit(incident);
  server.on('GET /api/generallookup/tenants', () => [
    { tenantId: testTenantId, name: 'Contoso' },
    { tenantId: otherTenantId, name: 'Fabrikam' },
  ]);
  const category = (workUnitCategoryId: number, name: string, tenantId: string | null) => ({
    workUnitCategoryId,
    name,
    tenantId,
    workUnitTypeId: 1,
  });
  server.on('GET /api/generallookup/workunitcatgories', () => [
    category(1, 'Hardware', null),
    category(2, 'Racks', testTenantId),
  ]);
  server.on('GET /api/generallookup/workunitsubcatgories', () => [
    { ...category(1, 'Disks', null), workUnitSubcategoryId: 11 },
    { ...category(2, 'Rack 4', testTenantId), workUnitSubcategoryId: 12 },
  ]);
  await open('new', 'workUnitId=new&createType=1');
  const input = (name: string) => creation.getByRole('combobox', { name, exact: true });
  const choose = async (name: string, option: string): Promise<void> => {
    await input(name).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Category', 'Racks');
  await choose('Subcategory', 'Rack 4');
  await choose('Assignment Group', 'Storage');
  await creation.getByRole('textbox', { name: 'Rack' }).fill('Rack 4');
  await choose('Tenant', 'Fabrikam');
  await expect.element(input('Category')).toHaveTextContent('None');
  await expect.element(input('Subcategory')).toHaveTextContent('None');
  await expect.element(input('Assignment Group')).toHaveTextContent('None');
  await choose('Category', 'Hardware');
  await choose('Subcategory', 'Disks');
  await choose('Tenant', 'Contoso');
  await expect.element(input('Category')).toHaveTextContent('Hardware');
  await expect.element(input('Subcategory')).toHaveTextContent('Disks');
  await expect.element(creation.getByRole('textbox', { name: 'Rack' })).toHaveValue('');
  await choose('Work Unit Type', 'Change Request');
  await expect.element(input('Category')).toHaveTextContent('None');
});
