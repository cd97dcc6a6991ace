import { Component, Suspense, useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { watchImports } from '../../lib/missing-scripts.ts';
import { render } from '../testing/render.tsx';
import { lazyPart } from './lazy-part.tsx';

watchImports();

/** Fails as a dynamic import of a build fails when the server does not have the script. */
const missing = (): Promise<never> => {
  const payload = new TypeError('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }));
  return Promise.reject(payload);
};

class Boundary extends Component<{ readonly children: ReactNode }> {
  override readonly state = { failure: '' };
  static getDerivedStateFromError(error: Error) {
    return { failure: error.message };
  }
  override render() {
    return this.state.failure === '' ? this.props.children : <p>Failed: {this.state.failure}</p>;
  }
}

const show = async (load: () => Promise<() => ReactNode>) => {
  const Part = lazyPart(load);
  const Screen = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <main>
        <input aria-label="Note" />
        <button onClick={() => setOpen(!isOpen)}>{isOpen ? 'Close' : 'Open'}</button>
        <Suspense>{isOpen && <Part />}</Suspense>
      </main>
    );
  };
  await render(
    <Boundary>
      <Screen />
    </Boundary>,
  );
  await page.getByLabelText('Note').fill('half a thought');
  await page.getByRole('button', { name: 'Open' }).click();
};

const question = page.getByRole('dialog', { name: 'Reload to continue' });

test('a part is shown when its script is loaded', async () => {
  await show(() => Promise.resolve(() => <p>Part</p>));
  await expect.element(page.getByText('Part')).toBeVisible();
});

test('a part whose script no longer exists offers a reload and leaves the screen unchanged', async () => {
  await show(missing);
  await expect.element(question.getByRole('button', { name: 'Reload' })).toBeVisible();
  await question.getByRole('button', { name: 'Not now' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText('This part of the portal cannot be loaded.', { exact: false })).toBeVisible();
  await expect.element(page.getByLabelText('Note')).toHaveValue('half a thought');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(question).toBeVisible();
});

test('any other error of an import reaches the error boundary', async () => {
  await show(() => Promise.reject(new Error('broken')));
  await expect.element(page.getByText('Failed: broken')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
});
