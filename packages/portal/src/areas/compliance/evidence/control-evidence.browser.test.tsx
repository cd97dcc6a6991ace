import type { ControlEvidence } from '@cfs/contracts/control-evidence';
import type { Permission } from '@cfs/contracts/permissions';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../../ui/testing/render.tsx';
import { ComplianceScreen } from '../compliance-screen.tsx';

const setId = '11111111-1111-4111-8111-111111111111';
const controlId = (index: number) => `22222222-2222-4222-8222-00000000000${index}`;
const statusId = '33333333-3333-4333-8333-333333333333';
const hostile = `<img src=x onerror=1>${'W'.repeat(200)}\u05e9\u05dc\u05d5\u05dd`;

const piece = (id: string, fields: Partial<ControlEvidence>): ControlEvidence => ({
  id,
  kind: 'Link',
  title: null,
  url: null,
  workUnitId: null,
  publicWorkUnitId: null,
  ruleId: null,
  mediaType: null,
  size: null,
  created: '2026-11-23T10:00:00.000Z',
  createdBy: 'operator@example.com',
  ...fields,
});
const every: readonly ControlEvidence[] = [
  piece('e1', { title: hostile, url: 'https://example.com/policy' }),
  piece('e2', { kind: 'File', title: 'review.txt', mediaType: 'text/plain', size: 5 }),
  piece('e3', { kind: 'WorkUnit', workUnitId: 7, publicWorkUnitId: 1_007, title: 'Access review' }),
  piece('e4', { kind: 'Rule', ruleId: setId, title: 'Root logs in' }),
  piece('e5', { kind: 'WorkUnit' }),
  piece('e6', { kind: 'Rule' }),
];

/** A server with three controls, of which the first has a record with this evidence. */
const evidenceServer = (evidence: readonly ControlEvidence[], before: readonly ControlEvidence[] = []) => {
  let value = [...evidence];
  const status = () => ({
    id: statusId,
    checkDate: '2026-11-22T00:00:00.000Z',
    status: 'Compliant',
    notes: '',
    tenantId: testTenantId,
    controlId: controlId(1),
    evidenceCount: value.length,
    modified: '2026-11-23T10:00:00.000Z',
  });
  const answer = () => ({ status: status(), value });
  const server = fakeServer({
    'GET /v1/controlsets': () => ({
      value: [
        {
          id: setId,
          name: 'Baseline',
          description: null,
          tenantId: null,
          modified: '1',
          controls: [{ name: 'AC-1', title: 'Control 1', description: 'What it is about.' }],
        },
      ],
    }),
    'GET /v1/controlsets/checklist': () => ({
      controlSetId: setId,
      controls: [1, 2, 3].map((index) => ({
        id: controlId(index),
        name: `AC-${index}`,
        title: `Control ${index}`,
        record: index === 1 ? status() : null,
      })),
    }),
    'GET /v1/controlstatuses': () => ({
      value: before.length > 0 ? [{ id: 'before', evidenceCount: before.length }] : [],
    }),
    'GET /v1/controlstatuses/before/evidence': () => ({ status: status(), value: before }),
    [`GET /v1/controlstatuses/${statusId}/evidence`]: answer,
    [`POST /v1/controlstatuses/${statusId}/evidence`]: ({ body }) => {
      value = [...value, piece(`n${value.length}`, body as Partial<ControlEvidence>)];
      return answer();
    },
    [`PUT /v1/controlstatuses/${statusId}/evidence`]: ({ query }) => {
      value = [...value, piece(`n${value.length}`, { kind: 'File', title: query.get('fileName') })];
      return answer();
    },
    [`DELETE /v1/controlstatuses/${statusId}/evidence/e1`]: () => {
      value = value.filter(({ id }) => id !== 'e1');
      return answer();
    },
  });
  return server;
};

const everything: readonly Permission[] = ['Compliance:view', 'Compliance:edit', 'WorkUnits:view', 'Rules:view'];

const open = async (permissions = everything, theme: 'light' | 'dark' = 'light') =>
  render(
    <div style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
      <ComplianceScreen />
    </div>,
    { at: `/${testTenantId}/compliance?week=2026-11-25`, permissions, theme },
  );
const cell = (name: string) => page.getByRole('button', { name: `Evidence of ${name}:` });
const panel = page.getByRole('dialog');
const address = panel.getByRole('textbox', { name: 'Attach a link' });

test('the cell counts the evidence, and the panel lists each kind with its link', async () => {
  evidenceServer(every);
  await open();
  await expect.element(cell('AC-1')).toHaveTextContent('6');
  await expect.element(page.getByRole('button', { name: 'Evidence of AC-2: none' })).toBeVisible();
  await cell('AC-1').click();
  await expect.element(panel.getByText('Evidence, 22 Nov – 28 Nov 2026')).toBeVisible();
  const link = panel.getByRole('link', { name: hostile });
  await expect.element(link).toHaveAttribute('href', 'https://example.com/policy');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect
    .element(panel.getByRole('link', { name: '#1007 Access review' }))
    .toHaveAttribute('href', `/${testTenantId}/workunitsv2?workUnitId=7`);
  await expect
    .element(panel.getByRole('link', { name: 'Root logs in' }))
    .toHaveAttribute('href', `/${testTenantId}/rules?open=${setId}`);
  await expect.element(panel.getByRole('button', { name: 'review.txt', exact: true })).toBeVisible();
  await expect.element(panel.getByText('A work unit that you do not have access to')).toBeVisible();
  await expect.element(panel.getByText('A rule that you do not have access to')).toBeVisible();
  await expect.element(panel.getByText('What it is about.')).toBeVisible();
});

test('attaches a link by keyboard alone, and the arrow keys continue from the same row', async () => {
  const server = evidenceServer([]);
  await open();
  await page.getByRole('textbox', { name: 'Notes of AC-1' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(cell('AC-1')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveFocus();
  await userEvent.keyboard('https://example.com/policy{Enter}');
  await expect.element(panel.getByRole('link', { name: 'https://example.com/policy' })).toBeVisible();
  await expect.element(address).toHaveFocus();
  await expect.element(address).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(cell('AC-1')).toHaveFocus();
  await expect.element(cell('AC-1')).toHaveTextContent('1');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(cell('AC-2')).toHaveFocus();
  expect(server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { kind: 'Link', url: 'https://example.com/policy', title: null },
  ]);
});

test('creates a record with the status Not set for a control without one', async () => {
  const server = evidenceServer([]);
  server.on('POST /v1/controlstatuses', ({ body }) => ({
    ...(body as object),
    id: statusId,
    evidenceCount: 0,
    modified: '1',
  }));
  await open();
  await cell('AC-2').click();
  await address.fill('https://example.com/');
  await panel.getByRole('button', { name: 'Attach link' }).click();
  await vi.waitFor(() =>
    expect(server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      expect.objectContaining({ status: 'Notset', notes: '', controlId: controlId(2) }),
      { kind: 'Link', url: 'https://example.com/', title: null },
    ]),
  );
});

test('attaches files one after the other until one is rejected', async () => {
  const server = evidenceServer([]);
  await open();
  await cell('AC-1').click();
  await expect.element(panel.getByRole('button', { name: 'Attach files' })).toBeVisible();
  const input = panel.getByLabelText('Files of the evidence').element();
  await userEvent.upload(input, [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')]);
  await expect.element(panel.getByRole('button', { name: 'b.txt', exact: true })).toBeVisible();
  server.on(`PUT /v1/controlstatuses/${statusId}/evidence`, () =>
    problem(400, 'One or more fields are wrong.', { FileName: ['The file is of a type that is not accepted.'] }),
  );
  await userEvent.upload(input, [new File(['c'], 'c.exe'), new File(['d'], 'd.txt')]);
  await expect
    .element(panel.getByRole('alert'))
    .toHaveTextContent('c.exe was not attached. The file is of a type that is not accepted.');
  expect(server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(3);
});

test('removes evidence after a confirmation', async () => {
  const server = evidenceServer([piece('e1', { title: 'Policy', url: 'https://example.com/' })]);
  await open();
  await cell('AC-1').click();
  await panel.getByRole('button', { name: 'Remove Policy' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Remove Policy from AC-1?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.element(panel.getByText('Nothing is attached for this week.')).toBeVisible();
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('attaches links, units and rules of last week again by one click, and does not offer files', async () => {
  const server = evidenceServer(
    [piece('e1', { title: 'Kept', url: 'https://example.com/kept' })],
    [
      piece('b1', { title: 'Kept', url: 'https://example.com/kept' }),
      piece('b2', { kind: 'WorkUnit', workUnitId: 7, publicWorkUnitId: 1_007, title: 'Access review' }),
      piece('b3', { kind: 'File', title: 'old.txt' }),
    ],
  );
  await open();
  await cell('AC-1').click();
  await expect.element(panel.getByText('Attach again from last week')).toBeVisible();
  await expect.element(panel.getByRole('button', { name: 'old.txt' })).not.toBeInTheDocument();
  await panel.getByRole('button', { name: '#1007 Access review' }).click();
  await expect.element(panel.getByText('Attach again from last week')).not.toBeInTheDocument();
  expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({ kind: 'WorkUnit', workUnitId: 7 });
});

test('people who may only view see evidence and cannot change it', async () => {
  evidenceServer(every.slice(0, 2));
  await open(['Compliance:view']);
  await cell('AC-1').click();
  await expect.element(panel.getByRole('button', { name: 'review.txt', exact: true })).toBeVisible();
  await expect.element(address).not.toBeInTheDocument();
  await expect.element(panel.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
});

test('the confirmation of a deletion mentions that the evidence is deleted, too', async () => {
  evidenceServer(every);
  await open();
  await page
    .getByRole('group', { name: 'Status of AC-1' })
    .getByRole('button', { name: 'Compliant', exact: true })
    .click();
  await expect.element(panel).toHaveTextContent('Its evidence (6) is deleted too.');
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each([1440, 390])('there are no accessibility violations at %i px', async (width) => {
    await page.viewport(width, 900);
    evidenceServer(every);
    await open(everything, theme);
    await cell('AC-1').click();
    await expect.element(panel.getByRole('button', { name: 'Attach files' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
