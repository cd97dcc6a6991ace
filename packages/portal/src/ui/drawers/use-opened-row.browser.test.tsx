import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { equals } from '../../lib/api/odata-filter.ts';
import { fakeServer, problem } from '../testing/fake-server.ts';
import { place, placeSet, type Place } from '../testing/list-of-places.tsx';
import { render, testTenantId } from '../testing/render.tsx';
import { useOpenRow } from './use-open-row.ts';
import { numberOfId, useOpenedRow } from './use-opened-row.ts';

const Panel = () => {
  const row = useOpenedRow<Place>(placeSet, equals('id', useOpenRow().openId));
  return <p>{row ? `Open: ${row.name}` : 'Nothing open'}</p>;
};

/** Keeps the first row that it gets, as a form keeps its default values. */
const Form = ({ row }: { readonly row: Place }) => {
  const [{ name }] = useState(row);
  return <p>{`Form of ${name}`}</p>;
};

const FormPanel = () => {
  const row = useOpenedRow<Place>(placeSet, equals('id', useOpenRow().openId));
  return row ? <Form row={row} /> : <p>Nothing open</p>;
};

const show = async (answer: () => unknown, at = '?open=7') => {
  const server = fakeServer({ [`GET ${placeSet}`]: answer });
  const screen = await render(<Panel />, { at: `/${testTenantId}/places${at}` });
  return { screen, server };
};

const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const missing = 'The item at this address no longer exists, or you do not have access to it.';

test('opens the row of the URL', async () => {
  const { server } = await show(() => ({ value: [place(7)] }));
  await expect.element(page.getByText('Open: Place 7')).toBeVisible();
  expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({ $filter: 'id eq 7', $top: '1' });
});

test('shows a message for a deleted row', async () => {
  await show(() => ({ value: [] }));
  await expect.element(toast(missing)).toBeVisible();
});

test('treats an invalid id as missing', async () => {
  await show(() => problem(400, 'The text at position 6 is no GUID.'));
  await expect.element(toast(missing)).toBeVisible();
});

test('shows the reason when the row cannot be loaded', async () => {
  await show(() => problem(500, 'The server has a problem.'));
  await expect.element(toast('The server has a problem.')).toBeVisible();
});

test('sends no request without a row in the URL', async () => {
  const { screen, server } = await show(() => ({ value: [] }), '');
  await expect.element(page.getByText('Nothing open')).toBeVisible();
  expect(server.requests).toEqual([]);
  screen.goTo(`/${testTenantId}/places?open=7`);
  await expect.element(toast(missing)).toBeVisible();
});

test('loads a reopened row again', async () => {
  const server = fakeServer({ [`GET ${placeSet}`]: () => ({ value: [place(7, 'Old')] }) });
  const screen = await render(<FormPanel />, { at: `/${testTenantId}/places?open=7` });
  await expect.element(page.getByText('Form of Old')).toBeVisible();
  screen.goTo(`/${testTenantId}/places`);
  await expect.element(page.getByText('Nothing open')).toBeVisible();
  server.on(`GET ${placeSet}`, () => ({ value: [place(7, 'New')] }));
  screen.goTo(`/${testTenantId}/places?open=7`);
  await expect.element(page.getByText(/^Form of/)).toHaveTextContent('Form of New');
});

test.each([
  [undefined, undefined],
  ['7', 7],
  ['0007', 7],
  ['-7', 0],
  ['7.5', 0],
  ['', 0],
  ['seven', 0],
  ['99999999999', 0],
])('parses the id %s as %s', (text, id) => {
  expect(numberOfId(text)).toBe(id);
});
