import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { fleetJourney } from '../harness/fleet.ts';
import { projectDirectory } from '../harness/project.ts';
import { openVisit, saveFailure } from '../harness/visit.ts';
import { openCold, recordLayoutShifts, type ColdOpening } from './cold-opening.ts';
import { signIn } from './login-page.ts';
import { looks, narrowWidth, violationsIn, wideWidth, type Look } from './looks.ts';
import { showsPanel, type PortalScreen } from './portal-screens.ts';
import { showTheme } from './theme.ts';

const maxFirstFiles = 12;
const maxFurtherFiles = 4;
const maxFirstBytes = 260_000;
/** The file of forms and schemas, which lists are shown without. */
const isPanelsFile = /\/panels-[^/]+\.js$/;
/** Maximum sum of the layout shifts of an opening. */
export const maxLayoutShift = 0.05;

/** The looks of the two openings; `npm run test:deep` checks all six. */
const lightAndWide: Look = { theme: 'light', width: wideWidth };
const darkAndNarrow: Look = { theme: 'dark', width: narrowWidth };
const isDeep = process.env['CFS_TEST_DEEP'] === '1';

const total = (files: ReadonlyMap<string, number>): number => [...files.values()].reduce((sum, size) => sum + size, 0);

/** Expects at most the number and bytes of files that the first screen may load. */
export const expectFirstFiles = ({ files }: ColdOpening): void => {
  expect(files.size, [...files.keys()].join('\n')).toBeLessThanOrEqual(maxFirstFiles);
  expect(total(files)).toBeLessThanOrEqual(maxFirstBytes);
};

/** One administrator opens all screens, each with an empty cache; `first` is the first screen. */
export const screenJourney = fleetJourney
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

/**
 * Declares a test for each screen: it loads few files besides those of the first screen, compressed ahead of time, and
 * no forms and schemas without a panel; its layout does not shift, and axe finds no violations. Files, bytes and shifts
 * are written to `.cache/e2e/<name>.md`, for tuning.
 */
export const checkScreens = (name: string, screens: readonly PortalScreen[]): void => {
  const rows: string[] = [];

  afterAll(async () => {
    const folder = join(projectDirectory, '.cache', 'e2e');
    await mkdir(folder, { recursive: true });
    const head = [
      'screen',
      'files',
      'further',
      'bytes',
      'requests',
      `shift at ${wideWidth}`,
      `shift at ${narrowWidth}`,
    ];
    const lines = [`| ${head.join(' | ')} |`, `|${head.map(() => ' --- |').join('')}`, ...rows];
    await writeFile(join(folder, `${name}.md`), `${lines.join('\n')}\n`);
  });

  screenJourney.for(screens)(
    '$name loads few further files, nothing jumps, and there are no accessibility violations',
    async (screen, { fleet, page, first, onTestFailed }) => {
      onTestFailed(() => saveFailure({ context: page.context() }, `screen ${screen.name}`));
      const address = `/${fleet.tenantId}${screen.place(fleet)}`;
      // The old experience has no themes; `old-experience.test.ts` checks it.
      const isThemed = screen.name !== '/oldexperience';
      await page.setViewportSize({ width: wideWidth, height: 900 });
      const wide = await openCold(page, address);
      const violations = isThemed ? [...(await violationsIn(page, isDeep ? looks : [lightAndWide]))] : [];
      if (isThemed) await showTheme(page, 'dark');
      await page.setViewportSize({ width: narrowWidth, height: 844 });
      const narrow = await openCold(page, address);
      if (isThemed) {
        if (!isDeep) violations.push(...(await violationsIn(page, [darkAndNarrow])));
        // The theme is a preference of the person.
        await showTheme(page, 'light');
      }
      const further = [...wide.files.keys()].filter((path) => !first.files.has(path));
      const cells = [screen.name, wide.files.size, further.length, total(wide.files), wide.requests];
      rows.push(`| ${[...cells, wide.layoutShift.toFixed(3), narrow.layoutShift.toFixed(3)].join(' | ')} |`);
      expect(wide.uncompressed).toEqual([]);
      if (!showsPanel(screen)) expect(further.filter((path) => isPanelsFile.test(path))).toEqual([]);
      expect(further.length, further.join('\n')).toBeLessThanOrEqual(maxFurtherFiles);
      expect.soft(wide.layoutShift, `${wideWidth} px: ${wide.shifted.join('\n')}`).toBeLessThan(maxLayoutShift);
      expect.soft(narrow.layoutShift, `${narrowWidth} px: ${narrow.shifted.join('\n')}`).toBeLessThan(maxLayoutShift);
      expect(violations).toEqual([]);
    },
  );
};
