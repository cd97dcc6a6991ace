import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What keeps people from using the page as it stands, a line for each kind of fault and place. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  // Past the page's own policy for scripts, and once for all that is asked of one page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    return (await run(document, { resultTypes: ['violations'] })).violations;
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Whether the whole page can be moved sideways. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
