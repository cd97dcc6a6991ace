import type pg from 'pg';
import { launchBrowser, signIn } from './portal-page.ts';
import { median, percentile, report } from './report.ts';
import type { Serving } from './serving.ts';

const controls = 1_200;
/** Milliseconds until the grid can be used. */
const limit = 500;
const times = 12;
const address = '/compliance';

/** A control set with a record of each control in each of the last twenty weeks, every one with a note. */
const seedControls = async (owner: pg.Client, tenantId: string): Promise<void> => {
  const author = `now(), 'bench', now(), 'bench'`;
  await owner.query(
    `with made as (
       insert into cfs.control_sets (tenant_id, control_set_id, name, created, created_by, modified, modified_by)
       values ($1::uuid, gen_random_uuid(), 'Bench controls', ${author}) returning control_set_id)
     insert into cfs.controls (tenant_id, control_id, control_set_id, position, name, title, created, created_by, modified, modified_by)
     select $1::uuid, gen_random_uuid(), control_set_id, n, 'C-' || n, 'Control ' || n || ' of the information system', ${author}
     from made, generate_series(1, $2::int) n`,
    [tenantId, controls],
  );
  await owner.query(
    `insert into cfs.control_statuses (tenant_id, control_status_id, control_id, check_date, status, notes, created, created_by, modified, modified_by)
     select $1::uuid, gen_random_uuid(), control_id, date_trunc('day', week, 'UTC'), 1 + position % 3, 'Checked ' || position, ${author}
     from cfs.controls, lateral generate_series(
       date_trunc('week', now() + interval '1 day', 'UTC') - interval '1 day' - interval '19 weeks', now(), interval '7 days') week
     where tenant_id = $1::uuid`,
    [tenantId],
  );
};

/**
 * Resolves with the milliseconds since the time origin when rows other than those of the previous week are painted and
 * the main thread takes the next task. Runs in the page.
 */
const usable = (weekBefore: string | null): Promise<number> =>
  new Promise((resolve) => {
    const areThere = (): boolean =>
      document.querySelector('.checklist-row .status-choice.chosen') !== null &&
      document.querySelector<HTMLInputElement>('input[type="date"]')?.value !== weekBefore;
    const look = (): void => {
      if (!areThere()) return void requestAnimationFrame(look);
      // A message posted in an animation frame is delivered after the paint.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve(performance.now());
      };
      port2.postMessage(undefined);
    };
    look();
  });

/** Goes to the previous week, and starts timing at the click. Runs in the page. */
const goBack = (): { readonly began: number; readonly week: string } => {
  const week = document.querySelector<HTMLInputElement>('input[type="date"]')?.value ?? '';
  const began = performance.now();
  document.querySelector<HTMLElement>('button[aria-label="Previous week"]')?.click();
  return { began, week };
};

/** The compliance checklist of 1,200 controls in a browser: until its rows are painted and the page takes input. */
export const benchmarkChecklist = async ({ origin, owner, tenants }: Serving): Promise<void> => {
  await seedControls(owner, tenants.one);
  const browser = await launchBrowser();
  const tell = (name: string, samples: readonly number[]): void => {
    const figure = `the checklist of ${controls.toLocaleString('en')} controls, ${name}`;
    report({ name: `${figure}, median`, value: median(samples), unit: 'ms' });
    report({ name: `${figure}, p95 (at most ${limit} ms)`, value: percentile(samples, 0.95), unit: 'ms' });
  };
  try {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, address);
    await page.getByRole('row').nth(1).waitFor();
    const own = `/${tenants.one}${address}`;
    await page.goto(own);
    await page.evaluate(usable, null);

    const reloaded: number[] = [];
    for (let count = 0; count < times; count += 1) {
      await page.waitForLoadState('networkidle');
      await page.goto(own);
      reloaded.push(await page.evaluate(usable, null));
    }
    tell('loaded with its page', reloaded);

    const entered: number[] = [];
    for (let count = 0; count < times; count += 1) {
      await page.getByRole('link', { name: 'Blocks', exact: true }).click();
      await page.waitForLoadState('networkidle');
      const began = await page.evaluate(() => {
        const now = performance.now();
        document.querySelector<HTMLElement>('nav a[href$="/compliance"]')?.click();
        return now;
      });
      entered.push((await page.evaluate(usable, null)) - began);
    }
    tell('from the menu', entered);

    const stepped: number[] = [];
    for (let count = 0; count < times; count += 1) {
      await page.waitForLoadState('networkidle');
      const { began, week } = await page.evaluate(goBack);
      stepped.push((await page.evaluate(usable, week)) - began);
    }
    tell('another week', stepped);
  } finally {
    await browser.close();
  }
};
