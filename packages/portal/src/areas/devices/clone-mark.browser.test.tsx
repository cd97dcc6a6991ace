import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../ui/testing/render.tsx';
import { CloneMark } from './clone-mark.tsx';

const at = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * 60_000).toISOString();

test('a device is marked as cloned for an hour after two sessions were detected', async () => {
  await render(<CloneMark device={{ cloneDetected: at(59) }} />);
  await expect.element(page.getByText('Cloned')).toBeVisible();
});

test('a device without two sessions in the last hour has no mark', async () => {
  await render(
    <>
      <span>Loaded</span>
      <CloneMark device={{ cloneDetected: null }} />
      <CloneMark device={{ cloneDetected: at(61) }} />
    </>,
  );
  await expect.element(page.getByText('Loaded')).toBeVisible();
  await expect.element(page.getByText('Cloned')).not.toBeInTheDocument();
});
