import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { canKeepUnsavedWork, keepUnsavedWork } from '../../lib/forms/unsaved-work.ts';
import { SelectInput } from '../fields/select-input.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { fakeServer, problem } from '../testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../testing/render.tsx';
import { useOpenRow } from './use-open-row.ts';
import { useZodForm } from '../forms/use-zod-form.ts';

const schema = z.object({
  name: z.string().min(1, 'Please enter a name.'),
  city: z.string().nullish(),
  kind: z.number(),
  modified: z.string(),
});

interface Place extends z.output<typeof schema> {
  readonly city: string | null;
}

const depot: Place = { name: 'Depot', city: null, kind: 1, modified: '1' };
const kinds = [
  { value: 1, label: 'Office' },
  { value: 2, label: 'Store' },
];
const set = '/v1/places';

const Editor = ({ onClose, isReadOnly = false }: { readonly onClose: () => void; readonly isReadOnly?: boolean }) => {
  const form = useZodForm(schema, depot);
  return (
    <FormDrawer
      title="Edit Place: Depot"
      id="7"
      form={form}
      failure="A problem occurred saving the place. Please try again."
      isReadOnly={isReadOnly}
      onClose={onClose}
      onReload={() => api.get<Place>(set)}
      onSave={async (values) => form.reset(await api.post<Place>(set, values))}
    >
      <TextInput name="name" label="Name" required />
      <TextInput name="city" label="City" />
      <SelectInput name="kind" label="Kind" options={kinds} />
    </FormDrawer>
  );
};

/** A screen with a button that opens the editor, as a list does. */
const Screen = ({ isReadOnly = false }: { readonly isReadOnly?: boolean }) => {
  const drawer = useOpenRow();
  return (
    <main>
      <h1>Places</h1>
      <button onClick={() => drawer.open('7')}>Edit Depot</button>
      {drawer.openId && <Editor onClose={drawer.close} isReadOnly={isReadOnly} />}
    </main>
  );
};

const at = `/${testTenantId}/places`;
const panel = page.getByRole('dialog', { name: 'Edit Place: Depot' });
const button = (name: string) => panel.getByRole('button', { name, exact: true });
const question = page.getByRole('dialog', { name: 'Unsaved changes' });
const toasts = page.elementLocator(document.querySelector('#toasts') ?? document.body);

const open = (options: RenderOptions = {}) => render(<Screen />, { at: `${at}?open=7`, ...options });
const keeping = () => fakeServer({ [`POST ${set}`]: ({ body }) => ({ ...(body as Place), modified: '2' }) });

describe('saving', () => {
  test('is disabled until a field is changed or touched', async () => {
    await open();
    await expect.element(button('Save')).toBeDisabled();
    await expect.element(button('Save & Close')).toBeDisabled();
    await panel.getByLabelText('Name').click();
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Save & Close')).toBeEnabled();
    await expect.element(button('Save')).toBeDisabled();
    await panel.getByLabelText('City').fill('Oslo');
    await expect.element(button('Save')).toBeEnabled();
  });

  test('sends the form and resets it to the response', async () => {
    const server = keeping();
    await open();
    await panel.getByLabelText('City').fill('Oslo');
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    expect(server.requests.map(({ body }) => body)).toEqual([{ ...depot, city: 'Oslo' }]);
  });

  test('keeps fields that are edited during it, and sends them with the next save', async () => {
    const answers: ((answer: unknown) => void)[] = [];
    const server = fakeServer({ [`POST ${set}`]: () => new Promise((resolve) => answers.push(resolve)) });
    await open();
    await panel.getByLabelText('City').fill('Oslo');
    await button('Save').click();
    await expect.poll(() => answers.length).toBe(1);
    await panel.getByLabelText('Name').fill('Depot North');
    answers[0]?.({ ...depot, city: 'Oslo', kind: 2, modified: '2' });
    await expect.element(button('Save')).toBeEnabled();
    await expect.element(panel.getByLabelText('Name')).toHaveValue('Depot North');
    await expect.element(panel.getByLabelText('City')).toHaveValue('Oslo');
    await expect.element(panel.getByLabelText('Kind')).toHaveTextContent('Store');
    await button('Save').click();
    await expect.poll(() => answers.length).toBe(2);
    expect(server.requests[1]?.body).toEqual({ name: 'Depot North', city: 'Oslo', kind: 2, modified: '2' });
    answers[1]?.({ name: 'Depot North', city: 'Oslo', kind: 2, modified: '3' });
    await expect.element(button('Save')).toBeDisabled();
  });

  test('with Save & Close keeps the drawer open if a field is edited during it', async () => {
    const answers: ((answer: unknown) => void)[] = [];
    fakeServer({ [`POST ${set}`]: () => new Promise((resolve) => answers.push(resolve)) });
    await open();
    await panel.getByLabelText('City').fill('Oslo');
    await button('Save & Close').click();
    await expect.poll(() => answers.length).toBe(1);
    await panel.getByLabelText('City').fill('Oslo North');
    answers[0]?.({ ...depot, city: 'Oslo', modified: '2' });
    await expect.element(button('Save')).toBeEnabled();
    await expect.element(panel.getByLabelText('City')).toHaveValue('Oslo North');
  });

  test('with Save & Close closes without a question', async () => {
    keeping();
    const screen = await open();
    await panel.getByLabelText('City').fill('Oslo');
    await button('Save & Close').click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(question).not.toBeInTheDocument();
    expect(screen.address()).toBe(at);
  });

  test('sends only valid forms and focuses the first invalid field', async () => {
    const server = keeping();
    await open();
    await panel.getByLabelText('City').fill('Oslo');
    await panel.getByLabelText('Name').fill('');
    await button('Save').click();
    await expect.element(panel.getByText('Please enter a name.')).toBeVisible();
    await expect.element(panel.getByLabelText('Name')).toHaveFocus();
    expect(server.requests).toEqual([]);
  });

  test('is not offered without permission to edit', async () => {
    await render(<Screen isReadOnly />, { at: `${at}?open=7` });
    await expect.element(panel.getByLabelText('Name')).toBeDisabled();
    await expect.element(button('Save')).not.toBeInTheDocument();
  });
});

describe('a failed save', () => {
  test('shows an error at its field, or in a toast', async () => {
    fakeServer({
      [`POST ${set}`]: () => problem(400, 'Invalid.', { City: ['No such city.'], Place: ['It is locked.'] }),
    });
    await open();
    await panel.getByLabelText('City').fill('Atlantis');
    await button('Save').click();
    await expect.element(panel.getByText('No such city.')).toBeVisible();
    await expect.element(panel.getByLabelText('City')).toHaveFocus();
    await expect
      .element(toasts.getByText('A problem occurred saving the place. Please try again. It is locked.'))
      .toBeVisible();
  });

  test('keeps the form when the connection is lost', async () => {
    const server = keeping();
    await open();
    await panel.getByLabelText('City').fill('Oslo');
    server.unplug(true);
    await button('Save').click();
    await expect.element(toasts.getByText(/^The connection was lost while saving\./)).toBeVisible();
    await expect.element(panel.getByLabelText('City')).toHaveValue('Oslo');
    server.unplug(false);
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
  });

  test('keeps the form when the connection breaks during the response', async () => {
    const server = fakeServer({
      [`POST ${set}`]: () =>
        new Response(
          new ReadableStream({
            start: (body) => {
              body.enqueue(new TextEncoder().encode('{"na'));
              body.error(new TypeError('network error'));
            },
          }),
          { headers: { 'content-type': 'application/json' } },
        ),
    });
    await open();
    await panel.getByLabelText('City').fill('Oslo');
    await button('Save').click();
    await expect.element(toasts.getByText(/^The connection was lost while saving\./)).toBeVisible();
    expect(server.requests).toHaveLength(1);
    await expect.element(panel.getByLabelText('City')).toHaveValue('Oslo');
  });

  test('offers no merge for a 409 without a concurrent change', async () => {
    fakeServer({ [`POST ${set}`]: () => problem(409, 'Such a place exists already.'), [`GET ${set}`]: () => depot });
    await open();
    await panel.getByLabelText('Name').fill('Taken');
    await button('Save').click();
    await expect.element(panel.getByText('Such a place exists already.')).toBeVisible();
    await expect.element(button('Reload')).not.toBeInTheDocument();
    await expect.element(button('Save')).toBeEnabled();
  });
});

describe('a conflict', () => {
  const theirs: Place = { ...depot, name: 'South depot', kind: 2, modified: '2' };
  const meet = async (edit: () => Promise<void>) => {
    const server = fakeServer({
      [`POST ${set}`]: ({ body }) =>
        (body as Place).modified === '2' ? { ...(body as Place), modified: '3' } : problem(409, 'Somebody changed it.'),
      [`GET ${set}`]: () => theirs,
    });
    await open();
    await edit();
    await button('Save').click();
    await expect.element(panel.getByText('Somebody changed it.')).toBeVisible();
    await expect.element(button('Save')).toBeDisabled();
    return server;
  };

  test('is resolved by reloading the server’s values', async () => {
    await meet(() => panel.getByLabelText('City').fill('Oslo'));
    await button('Reload').click();
    await expect.element(panel.getByLabelText('Name')).toHaveValue('South depot');
    await expect.element(panel.getByLabelText('City')).toHaveValue('');
    await expect.element(button('Save')).toBeDisabled();
  });

  test('rebases the edits on the server’s values', async () => {
    const server = await meet(() => panel.getByLabelText('City').fill('Oslo'));
    await expect.element(panel.getByRole('radiogroup')).not.toBeInTheDocument();
    await button('Keep my changes').click();
    await expect.element(panel.getByLabelText('Name')).toHaveValue('South depot');
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    expect(server.requests.at(-1)?.body).toEqual({ ...theirs, city: 'Oslo' });
  });

  test('shows both values of a field that both people changed', async () => {
    const server = await meet(async () => {
      await panel.getByLabelText('Name').fill('North depot');
      await panel.getByLabelText('City').fill('Oslo');
    });
    const name = panel.getByRole('radiogroup', { name: 'Name' });
    await expect.element(name.getByRole('radio', { name: 'Yours: North depot' })).toBeChecked();
    await name.getByRole('radio', { name: 'Theirs: South depot' }).click();
    await button('Keep my changes').click();
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    expect(server.requests.at(-1)?.body).toEqual({ ...theirs, city: 'Oslo' });
  });

  test('keeps edits that are made before it is resolved', async () => {
    const server = await meet(() => panel.getByLabelText('City').fill('Oslo'));
    await panel.getByLabelText('City').fill('Bergen');
    await button('Keep my changes').click();
    await expect.element(button('Save')).toBeEnabled();
    await expect.element(panel.getByLabelText('City')).toHaveValue('Bergen');
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    expect(server.requests.at(-1)?.body).toEqual({ ...theirs, city: 'Bergen' });
  });

  test('shows both values if a field that another person changed is edited before it is resolved', async () => {
    await meet(() => panel.getByLabelText('City').fill('Oslo'));
    await panel.getByLabelText('Name').fill('North depot');
    await button('Keep my changes').click();
    const name = panel.getByRole('radiogroup', { name: 'Name' });
    await expect.element(name.getByRole('radio', { name: 'Yours: North depot' })).toBeChecked();
    await button('Keep my changes').click();
    await expect.element(panel.getByText('Somebody changed it.')).not.toBeInTheDocument();
    await expect.element(panel.getByLabelText('Name')).toHaveValue('North depot');
    await expect.element(panel.getByLabelText('City')).toHaveValue('Oslo');
  });

  test.for(['light', 'dark'] as const)('has no accessibility violations, %s', async (theme) => {
    fakeServer({ [`POST ${set}`]: () => problem(409, 'Somebody changed it.'), [`GET ${set}`]: () => theirs });
    await open({ theme });
    await panel.getByLabelText('Name').fill('North depot');
    await button('Save').click();
    await panel.getByRole('radiogroup', { name: 'Name' }).findElement();
    expect(await accessibilityViolations()).toEqual([]);
  });
});

describe('closing', () => {
  test('asks about unsaved changes and stays open on No', async () => {
    const screen = await open();
    await panel.getByLabelText('City').fill('Oslo');
    await userEvent.keyboard('{Escape}');
    await expect
      .element(question.getByText('There are unsaved changes. Are you sure you want to close?'))
      .toBeVisible();
    await expect.element(question.getByRole('button', { name: 'No' })).toHaveFocus();
    await question.getByRole('button', { name: 'No' }).click();
    await expect.element(panel.getByLabelText('City')).toHaveValue('Oslo');
    await button('Close').click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    expect(screen.address()).toBe(at);
  });

  test('waits for a save in flight, and keeps the drawer open if it fails', async () => {
    const answers: ((answer: unknown) => void)[] = [];
    fakeServer({ [`POST ${set}`]: () => new Promise((resolve) => answers.push(resolve)) });
    await open();
    await panel.getByLabelText('City').fill('Oslo');
    await button('Save').click();
    await button('Close').click();
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.(problem(400, 'Invalid.', { City: ['No such city.'] }));
    await expect.element(panel.getByText('No such city.')).toBeVisible();
    await button('Save').click();
    await button('Close').click();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.({ ...depot, city: 'Oslo', modified: '2' });
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(question).not.toBeInTheDocument();
  });

  test('asks on Back too', async () => {
    const screen = await render(<Screen />, { at });
    await page.getByRole('button', { name: 'Edit Depot' }).click();
    await panel.getByLabelText('City').fill('Oslo');
    screen.goBack();
    await question.getByRole('button', { name: 'No' }).click();
    await expect.element(panel.getByLabelText('City')).toHaveValue('Oslo');
    await expect.poll(screen.address).toBe(`${at}?open=7`);
    screen.goBack();
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(screen.address).toBe(at);
  });

  test('asks when a navigation leaves the form, not when it keeps it open', async () => {
    const screen = await open();
    await panel.getByLabelText('City').fill('Oslo');
    screen.goTo(`${at}?open=7&page=2`);
    await expect.poll(screen.address).toBe(`${at}?open=7&page=2`);
    screen.goTo(`/${testTenantId}/devices`);
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(screen.address).toBe(`/${testTenantId}/devices`);
  });

  test('does not ask without changes', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
  });
});

describe('the end of a session', () => {
  /** Renders the screen only while somebody is signed in. */
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
  const start = () => render(<Portal />, { at: `${at}?open=7` });

  test('stores the edits and restores them afterwards', async () => {
    await start();
    await panel.getByLabelText('City').fill('Oslo');
    await sign('out');
    await expect.element(panel).not.toBeInTheDocument();
    await sign('in');
    await expect.element(panel.getByText(/^What you typed before you signed in again was restored\./)).toBeVisible();
    await expect.element(panel.getByLabelText('City')).toHaveValue('Oslo');
    await expect.element(button('Save')).toBeEnabled();
    await button('Discard').click();
    await expect.element(panel.getByLabelText('City')).toHaveValue('');
    await expect.element(button('Save')).toBeDisabled();
  });

  test('shows another message than a reload, which stores the edits too', async () => {
    await start();
    await panel.getByLabelText('City').fill('Oslo');
    expect(canKeepUnsavedWork()).toBe(true);
    await keepUnsavedWork();
    const kept = { ...window.sessionStorage };
    await sign('out');
    Object.assign(window.sessionStorage, kept);
    await sign('in');
    await expect.element(panel.getByText(/^What you typed before the page was reloaded was restored\./)).toBeVisible();
    await expect.element(panel.getByLabelText('City')).toHaveValue('Oslo');
  });

  test('stores no edits that were saved or discarded', async () => {
    keeping();
    await start();
    await panel.getByLabelText('City').fill('Oslo');
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    await sign('out');
    await sign('in');
    await expect.element(panel.getByLabelText('City')).toHaveValue('');
    await panel.getByLabelText('City').fill('Bergen');
    await userEvent.keyboard('{Escape}');
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    expect(Object.keys(window.sessionStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });
});
