import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules of axe that depend on colours. */
export const colorRules: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** The axe violations of the page, one line per rule and element: of all rules, or of the named ones. */
export async function accessibilityViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // `evaluate` bypasses the content security policy for scripts. Injected once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (runOnly) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      return (await run(document, { resultTypes: ['violations'], ...(runOnly && { runOnly }) })).violations;
    },
    rules && [...rules],
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Whether the page scrolls horizontally. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
