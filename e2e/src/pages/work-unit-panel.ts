import type { WorkUnit } from '@cfs/contracts/work-units';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import type { Product } from '../harness/product.ts';
import { panel } from './fields.ts';

/** The mail addresses of the demo users. */
export const mails = { admin: 'admin@demo.example', operator: 'operator@demo.example' } as const;

export const plan = {
  resolution: 'A new disk',
  implementationPlan: 'Swap the disk',
  rollbackPlan: 'Swap it back',
  affectedResources: 'srv-1',
  environment: 'Production',
  expectedCFSAlerts: 'Heartbeat of srv-1',
  plannedStartTime: '2026-12-01T18:00:00.000Z',
  plannedFinishTime: '2026-12-01T19:00:00.000Z',
} as const;

/** Creates a unit by the API; an Incident by default. */
export async function storeWorkUnit(product: Product, title: string, fields: Partial<WorkUnit> = {}) {
  const body = { workUnitId: -1, title, severityId: 'Sev2', workUnitTypeId: 1, ...fields };
  return (await (await apiAs(product, 'admin')).call('PUT', '/v1/workunits', body)) as WorkUnit;
}

/** The panel of an existing unit. */
export const workUnitPanel = (page: Page, { publicWorkUnitId }: Pick<WorkUnit, 'publicWorkUnitId'>): Locator =>
  panel(page, new RegExp(`^Edit Work Unit #${publicWorkUnitId}: `));

/** The URL of a unit's panel. */
export const addressOf = ({ workUnitId }: Pick<WorkUnit, 'workUnitId'>): string =>
  `/workunitsv2?workUnitId=${workUnitId}`;

/** The text input with exactly this label. */
export const box = (form: Locator, name: string): Locator => form.getByRole('textbox', { name, exact: true });

/** Selects a person by a part of their name. */
export async function choosePerson(form: Locator, label: string, term: string): Promise<void> {
  await form.getByRole('combobox', { name: label, exact: true }).fill(term);
  await form.page().getByRole('option').filter({ hasText: term }).first().click();
}

export const saveButton = (form: Locator): Locator => form.getByRole('button', { name: 'Save', exact: true });

/** Saves the form and waits until the server has responded and the form has no unsaved changes. */
export async function save(form: Locator): Promise<void> {
  const saved = form
    .page()
    .waitForResponse(
      (answer) => answer.request().method() !== 'GET' && new URL(answer.url()).pathname.startsWith('/v1/workunits'),
    );
  await saveButton(form).click();
  await saved;
  await expect.poll(() => saveButton(form).isDisabled()).toBe(true);
}
