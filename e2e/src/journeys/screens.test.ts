import { describe, expect } from 'vitest';
import { openVisit } from '../harness/visit.ts';
import { openCold, recordLayoutShifts } from '../pages/cold-opening.ts';
import { rendered } from '../pages/network-idle.ts';
import { opensPanel, portalScreens } from '../pages/portal-screens.ts';
import { checkScreens, expectFirstFiles, maxLayoutShift, screenJourney } from '../pages/screen-checks.ts';

describe('with an empty cache', () => {
  screenJourney('the first screen loads few files, compressed ahead of time', async ({ first }) => {
    expect(first.uncompressed).toEqual([]);
    expect(first.files.size).toBeGreaterThan(0);
    expectFirstFiles(first);
  });

  screenJourney('the login page loads no more than the first screen', async ({ browser, product }) => {
    const { page, context } = await openVisit(browser, product.address, {});
    await recordLayoutShifts(page);
    const opening = await openCold(page, '/user/login');
    await context.close();
    expectFirstFiles(opening);
    expect(opening.layoutShift, opening.shifted.join('\n')).toBeLessThan(maxLayoutShift);
  });

  checkScreens(
    'screens',
    portalScreens.filter((screen) => !opensPanel(screen)),
  );
});

screenJourney('a layout shift without user input is measured', async ({ browser, product }) => {
  const { page, context } = await openVisit(browser, product.address, {});
  await recordLayoutShifts(page);
  const opening = await openCold(page, '/user/login');
  await page.evaluate(() =>
    document.body.prepend(Object.assign(document.createElement('div'), { style: 'height:400px' })),
  );
  await rendered(page);
  await expect
    .poll(() => page.evaluate(() => window.layoutShifts?.reduce((sum, { value }) => sum + value, 0)))
    .toBeGreaterThan(opening.layoutShift + maxLayoutShift);
  await context.close();
});
