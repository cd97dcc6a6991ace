import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { fleetJourney } from '../harness/fleet.ts';
import { projectDirectory } from '../harness/project.ts';
import { openVisit, saveFailure } from '../harness/visit.ts';
import { openCold, recordLayoutShifts, type ColdOpening } from '../pages/cold-opening.ts';
import { signIn } from '../pages/login-page.ts';
import { looks, narrowWidth, violationsIn, wideWidth, type Look } from '../pages/looks.ts';
import { rendered } from '../pages/network-idle.ts';
import { portalScreens } from '../pages/portal-screens.ts';
import { showTheme } from '../pages/theme.ts';

const maxFirstFiles = 12;
const maxFurtherFiles = 4;
const maxFirstBytes = 260_000;
const maxLayoutShift = 0.05;

/** The looks of the two openings; `npm run test:deep` checks all six. */
const lightAndWide: Look = { theme: 'light', width: wideWidth };
const darkAndNarrow: Look = { theme: 'dark', width: narrowWidth };
const isDeep = process.env['CFS_TEST_DEEP'] === '1';

/** Files, bytes and shifts of all screens, for tuning: `.cache/e2e/screens.md`. */
const table: string[] = [];
const total = (files: ReadonlyMap<string, number>): number => [...files.values()].reduce((sum, size) => sum + size, 0);

const note = (name: string, further: number | string, opening: ColdOpening, narrowShift: number): void => {
  const cells = [name, opening.files.size, further, total(opening.files), opening.requests];
  table.push(`| ${[...cells, opening.layoutShift.toFixed(3), narrowShift.toFixed(3)].join(' | ')} |`);
};

afterAll(async () => {
  const folder = join(projectDirectory, '.cache', 'e2e');
  await mkdir(folder, { recursive: true });
  const head = ['screen', 'files', 'further', 'bytes', 'requests', `shift at ${wideWidth}`, `shift at ${narrowWidth}`];
  const lines = [`| ${head.join(' | ')} |`, `|${head.map(() => ' --- |').join('')}`, ...table];
  await writeFile(join(folder, 'screens.md'), `${lines.join('\n')}\n`);
});

/** One administrator opens all screens, each with an empty cache. */
const loading = fleetJourney
  .extend('page', { scope: 'file' }, async ({ browser, product }, { onCleanup }) => {
    const { page, context } = await openVisit(browser, product.address, {});
    onCleanup(() => context.close());
    await signIn(page, 'admin');
    await recordLayoutShifts(page);
    return page;
  })
  .extend('first', { scope: 'file' }, async ({ page, fleet }): Promise<ColdOpening> => {
    await page.setViewportSize({ width: wideWidth, height: 900 });
    return openCold(page, `/${fleet.tenantId}`);
  });

describe('with an empty cache', () => {
  loading('the first screen loads few files, compressed ahead of time', async ({ first }) => {
    expect(first.uncompressed).toEqual([]);
    expect(first.files.size).toBeGreaterThan(0);
    expect([...first.files.keys()].length, [...first.files.keys()].join('\n')).toBeLessThanOrEqual(maxFirstFiles);
    expect(total(first.files)).toBeLessThanOrEqual(maxFirstBytes);
  });

  loading('the login page loads no more than the first screen', async ({ browser, product }) => {
    const { page, context } = await openVisit(browser, product.address, {});
    await recordLayoutShifts(page);
    const opening = await openCold(page, '/user/login');
    await context.close();
    note('Login', '', opening, 0);
    expect(opening.files.size).toBeLessThanOrEqual(maxFirstFiles);
    expect(total(opening.files)).toBeLessThanOrEqual(maxFirstBytes);
    expect(opening.layoutShift, opening.shifted.join('\n')).toBeLessThan(maxLayoutShift);
  });

  loading.for(portalScreens)(
    '$name loads few further files, nothing jumps, and there are no accessibility violations',
    async ({ name, place }, { fleet, page, first, onTestFailed }) => {
      onTestFailed(() => saveFailure({ context: page.context() }, `screen ${name}`));
      const address = `/${fleet.tenantId}${place(fleet)}`;
      // The old experience has no themes; `old-experience.test.ts` checks it.
      const isThemed = name !== '/oldexperience';
      await page.setViewportSize({ width: wideWidth, height: 900 });
      const opening = await openCold(page, address);
      const violations = isThemed ? [...(await violationsIn(page, isDeep ? looks : [lightAndWide]))] : [];
      if (isThemed) await showTheme(page, 'dark');
      await page.setViewportSize({ width: narrowWidth, height: 844 });
      const narrowOpening = await openCold(page, address);
      if (isThemed) {
        if (!isDeep) violations.push(...(await violationsIn(page, [darkAndNarrow])));
        // The theme is a preference of the person.
        await showTheme(page, 'light');
      }
      const further = [...opening.files.keys()].filter((path) => !first.files.has(path));
      note(name, further.length, opening, narrowOpening.layoutShift);
      expect(opening.uncompressed).toEqual([]);
      expect(further.length, further.join('\n')).toBeLessThanOrEqual(maxFurtherFiles);
      expect.soft(opening.layoutShift, `${wideWidth} px: ${opening.shifted.join('\n')}`).toBeLessThan(maxLayoutShift);
      const narrowShifts = `${narrowWidth} px: ${narrowOpening.shifted.join('\n')}`;
      expect.soft(narrowOpening.layoutShift, narrowShifts).toBeLessThan(maxLayoutShift);
      expect(violations).toEqual([]);
    },
  );
});

loading('a layout shift without user input is measured', async ({ browser, product }) => {
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
