import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { render, type RenderOptions } from '../testing/render.tsx';
import { ReorderList } from './reorder-list.tsx';

const items = ['Alert', 'Call', 'Note'].map((name) => ({ id: name.toLowerCase(), name }));

interface Shown extends RenderOptions {
  readonly onReorder?: (ids: readonly string[]) => Promise<void>;
  readonly isFixed?: boolean;
}

const show = async ({
  onReorder = () => new Promise<void>(() => undefined),
  isFixed = false,
  ...options
}: Shown = {}) => {
  const reordered = vi.fn(onReorder);
  const screen = await render(
    <ReorderList label="Actions" items={items} isFixed={isFixed} onReorder={reordered}>
      {({ name }, handle) => (
        <div style={{ height: 40, display: 'flex' }}>
          {handle}
          <span>{name}</span>
        </div>
      )}
    </ReorderList>,
    options,
  );
  return { screen, reordered };
};

const handle = (name: string) => page.getByRole('button', { name: `Move ${name}` });
const names = () => [...document.querySelectorAll('li span')].map((item) => item.textContent);
const announced = () =>
  page
    .getByRole('status')
    .elements()
    .map((region) => region.textContent)
    .join('');
const focus = (name: string) => (handle(name).element() as HTMLElement).focus();

/** Drags a handle by a distance in CSS pixels without dropping it. */
const drag = (name: string, distance: number) => {
  const target = handle(name).element();
  const { left, top } = target.getBoundingClientRect();
  const at = (clientY: number) => ({ bubbles: true, clientX: left + 5, clientY, button: 0, pointerId: 1 });
  target.dispatchEvent(new PointerEvent('pointerdown', at(top + 5)));
  return {
    move: () => window.dispatchEvent(new PointerEvent('pointermove', at(top + 5 + distance))),
    drop: () => window.dispatchEvent(new PointerEvent('pointerup', at(top + 5 + distance))),
  };
};

describe('by keyboard', () => {
  test('an item is picked up, moved and dropped; each step is announced', async () => {
    const { reordered } = await show();
    focus('Alert');
    await userEvent.keyboard(' ');
    await expect.poll(announced).toBe('Alert is picked up at position 1 of 3.');
    await expect.element(handle('Alert')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.poll(announced).toBe('Alert is over position 3 of 3.');
    expect(names()).toEqual(['Alert', 'Call', 'Note']);
    await userEvent.keyboard(' ');
    await expect.poll(announced).toBe('Alert is dropped at position 3 of 3.');
    expect(reordered.mock.calls).toEqual([[['call', 'note', 'alert']]]);
    expect(names()).toEqual(['Call', 'Note', 'Alert']);
    await expect.element(handle('Alert')).toHaveFocus();
  });

  test('Escape puts the item back and does not propagate', async () => {
    const escaped = vi.fn();
    document.addEventListener('keydown', escaped);
    const { reordered } = await show();
    focus('Note');
    await userEvent.keyboard(' {ArrowUp}');
    await expect.poll(announced).toBe('Note is over position 2 of 3.');
    escaped.mockClear();
    await userEvent.keyboard('{Escape}');
    await expect.poll(announced).toBe('Note is back at position 3 of 3.');
    document.removeEventListener('keydown', escaped);
    expect(reordered).not.toHaveBeenCalled();
    expect(names()).toEqual(['Alert', 'Call', 'Note']);
  });

  test('Tab puts the item back', async () => {
    const { reordered } = await show();
    focus('Call');
    await userEvent.keyboard('{Enter}{ArrowUp}');
    await userEvent.tab();
    await expect.poll(announced).toBe('Call is back at position 2 of 3.');
    expect(reordered).not.toHaveBeenCalled();
  });

  test('the previous order is shown again if the new one could not be stored', async () => {
    const { reordered } = await show({ onReorder: () => Promise.resolve() });
    focus('Alert');
    await userEvent.keyboard(' {ArrowDown} ');
    await expect.poll(() => reordered.mock.calls.length).toBe(1);
    await expect.poll(names).toEqual(['Alert', 'Call', 'Note']);
  });

  test('nothing is picked up while an order is being stored', async () => {
    const { reordered } = await show();
    focus('Alert');
    await userEvent.keyboard(' {ArrowDown} ');
    await expect.poll(() => reordered.mock.calls.length).toBe(1);
    focus('Note');
    await userEvent.keyboard(' {ArrowUp} ');
    await expect.element(handle('Note')).toHaveAttribute('aria-pressed', 'false');
    expect(reordered).toHaveBeenCalledTimes(1);
  });
});

describe('by drag', () => {
  test('an item is dropped where its centre is', async () => {
    const { reordered } = await show();
    const { move, drop } = drag('Note', -60);
    await expect.poll(announced).toBe('Note is picked up at position 3 of 3.');
    move();
    await expect.poll(announced).toBe('Note is over position 2 of 3.');
    drop();
    await expect.poll(() => reordered.mock.calls).toEqual([[['alert', 'note', 'call']]]);
    expect(names()).toEqual(['Alert', 'Note', 'Call']);
  });

  test('Escape puts the item back', async () => {
    const { reordered } = await show();
    const { move, drop } = drag('Alert', 200);
    await expect.poll(announced).toBe('Alert is picked up at position 1 of 3.');
    move();
    await expect.poll(announced).toBe('Alert is over position 3 of 3.');
    await userEvent.keyboard('{Escape}');
    await expect.poll(announced).toBe('Alert is back at position 1 of 3.');
    drop();
    expect(reordered).not.toHaveBeenCalled();
  });

  test('a press without a movement changes nothing', async () => {
    const { reordered } = await show();
    const { drop } = drag('Call', 0);
    await expect.poll(announced).toBe('Call is picked up at position 2 of 3.');
    drop();
    await expect.poll(announced).toBe('Call is dropped at position 2 of 3.');
    expect(reordered).not.toHaveBeenCalled();
  });
});

test('a fixed list has no handles', async () => {
  await show({ isFixed: true });
  await expect.element(page.getByText('Alert')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test.each(['light', 'dark'] as const)('has no accessibility violations, %s', async (theme) => {
  await show({ theme });
  focus('Alert');
  await userEvent.keyboard(' {ArrowDown}');
  await expect.poll(announced).toBe('Alert is over position 2 of 3.');
  expect(await accessibilityViolations()).toEqual([]);
});
