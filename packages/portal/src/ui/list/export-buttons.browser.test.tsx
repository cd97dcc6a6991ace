import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ListState } from '../../lib/lists/list-state.ts';
import { ExportButtons } from './export-buttons.tsx';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { fakeServer, problem } from '../testing/fake-server.ts';
import { render } from '../testing/render.tsx';

const address = 'GET /v1/locations/Export()';
const columns = [
  { field: 'name', header: 'Name' },
  { field: 'tenant/name', header: 'Tenant' },
];
const list: ListState = {
  page: 2,
  size: 25,
  sort: [{ field: 'name', direction: 'asc' }],
  search: 'depot',
  isExact: false,
  conditions: [],
};

/** Intercepts browser downloads; returns the files by name. */
const savedFiles = () => {
  const files = new Map<string, Blob>();
  const blobs = new Map<string, Blob>();
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const made = `blob:${blobs.size}`;
    blobs.set(made, blob as Blob);
    return made;
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.set(this.download, blobs.get(this.href) ?? new Blob());
  });
  onTestFinished(() => {
    create.mockRestore();
    click.mockRestore();
  });
  return files;
};

/** A response whose body the test controls. */
const slowAnswer = () => {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
  return {
    answer: new Response(stream, { headers: { 'content-type': 'text/csv' } }),
    send: (text: string) => body?.enqueue(new TextEncoder().encode(text)),
    end: () => body?.close(),
    breakOff: () => body?.error(new TypeError('network error')),
  };
};

const show = (props: { limit?: number; theme?: 'light' | 'dark' } = {}) =>
  render(
    <ExportButtons
      set="/v1/locations"
      fileName="locations.csv"
      list={list}
      rows={{ rows: Array.from({ length: 25 }), count: 1_200 }}
      columns={columns}
      filter="city eq 'Oslo'"
      {...(props.limit === undefined ? {} : { limit: props.limit })}
    />,
    props.theme ? { theme: props.theme } : {},
  );

describe('the export buttons', () => {
  test('save the page with the columns and headings of the list', async () => {
    const files = savedFiles();
    const server = fakeServer({ [address]: () => new Response('Name,Tenant\r\nÅs,Contoso\r\n') });
    const screen = await show();
    await screen.getByRole('button', { name: 'Export Page' }).click();
    await expect.poll(() => [...files.keys()]).toEqual(['locations.csv']);
    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({
      $filter: "city eq 'Oslo'",
      $search: '"depot"',
      $orderby: 'name asc',
      $select: 'name,tenant/name',
      $top: '25',
      $skip: '50',
      headings: '["Name","Tenant"]',
    });
    const bytes = new Uint8Array((await files.get('locations.csv')?.arrayBuffer()) ?? []);
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe('Name,Tenant\r\nÅs,Contoso\r\n');
  });

  test.for([
    [undefined, null, 'Export All'],
    [1_200, '1200', 'Export All'],
    [1_000, '1000', 'Export first 1,000'],
  ] as const)('request all rows, or show the limit of %s rows if there are more', async ([limit, top, name]) => {
    const files = savedFiles();
    const server = fakeServer({ [address]: () => new Response('Name\r\n') });
    const screen = await show(limit === undefined ? {} : { limit });
    await screen.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => files.size).toBe(1);
    expect([server.requests[0]?.query.get('$top'), server.requests[0]?.query.get('$skip')]).toEqual([top, null]);
  });

  test('show the progress and disable the button of the running export', async () => {
    const files = savedFiles();
    const slow = slowAnswer();
    fakeServer({ [address]: () => slow.answer });
    const screen = await show();
    await screen.getByRole('button', { name: 'Export All', exact: true }).click();
    await expect.element(screen.getByRole('button', { name: 'Exporting...' })).toBeDisabled();
    slow.send(`Name\r\n${'x\r\n'.repeat(345)}`);
    await expect.element(screen.getByRole('button', { name: 'Exporting... 345 of 1,200' })).toBeDisabled();
    await expect.element(screen.getByRole('button', { name: 'Export Page' })).toBeEnabled();
    slow.end();
    await expect.element(screen.getByRole('button', { name: 'Export All', exact: true })).toBeEnabled();
    expect([...files.keys()]).toEqual(['locations.csv']);
  });

  test('can be cancelled without a file or an error', async () => {
    const files = savedFiles();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    const signal = Promise.withResolvers<never>();
    const server = fakeServer({ [address]: () => signal.promise });
    const screen = await show();
    await screen.getByRole('button', { name: 'Export All', exact: true }).click();
    await screen.getByRole('button', { name: 'Cancel Export All' }).click();
    signal.reject(new DOMException('Aborted', 'AbortError'));
    await expect.element(screen.getByRole('button', { name: 'Export All', exact: true })).toBeEnabled();
    await expect.element(screen.getByText('failed')).not.toBeInTheDocument();
    expect([server.requests.length, files.size, logged.mock.calls.length]).toEqual([1, 0, 0]);
  });

  test('log and show a failure, including a truncated response', async () => {
    const files = savedFiles();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    const slow = slowAnswer();
    const server = fakeServer({ [address]: () => slow.answer });
    const screen = await show();
    await screen.getByRole('button', { name: 'Export All', exact: true }).click();
    slow.send('Name\r\nx\r\n');
    slow.breakOff();
    await expect.element(screen.getByRole('button', { name: 'Export All failed' })).toBeEnabled();
    expect(files.size).toBe(0);
    expect(logged.mock.calls[0]?.[0]).toBe('The export of locations.csv failed.');

    server.on(address, () => problem(503, 'The server is busy. Try again in a moment.'));
    await screen.getByRole('button', { name: 'Export All failed' }).click();
    await expect.poll(() => logged.mock.calls.length).toBe(2);
    await expect.element(screen.getByRole('alert')).toHaveTextContent('The server is busy. Try again in a moment.');
  });

  test.for(['light', 'dark'] as const)('have no accessibility violations, %s', async (theme) => {
    fakeServer({ [address]: () => problem(503, 'Busy.') });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    const screen = await show({ theme });
    await screen.getByRole('button', { name: 'Export Page' }).click();
    await expect.element(screen.getByRole('button', { name: 'Export Page failed' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
