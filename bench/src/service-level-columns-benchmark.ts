import assert from 'node:assert/strict';
import type pg from 'pg';
import { Pool } from 'undici';
import { median, report } from './report.ts';
import type { Serving } from './serving.ts';

const pairs = 300;
const warmUpPairs = 20;
/** Most percent that a page may cost more with the columns of service levels. */
const limitPercent = 10;

/** The columns that the portal's list requests, without those of service levels. */
const columns =
  'workUnitId,publicWorkUnitId,tenantId,title,severityId,stateId,assignedTo,assignmentGroup,stakeHolderFullName,stakeHolderPhoneNumber,stakeHolderEmailAddress,workUnitTypeId,workUnitCategoryId,workUnitSubcategoryId,created,acknowledged,resolved,modified';
const ofServiceLevels = 'dueTime,pausedTimeLeft';

const pathOf = (select: string): string =>
  `/v1/workunits?$filter=${encodeURIComponent("stateId in ('New') and workUnitTypeId in (1)")}&$orderby=severityId asc,created desc&$top=50&$select=${select}&$expand=tenant($select=name),workUnitType($select=name)`.replaceAll(
    ' ',
    '%20',
  );

/** Gives one in five new units a running clock, unless some have one. */
const seedDueTimes = async (owner: pg.Client): Promise<void> => {
  const { rows } = await owner.query(
    'select from cfs.work_units where due_time is not null and created_by = $1 limit 1',
    ['bench'],
  );
  if (rows.length > 0) return;
  await owner.query(
    `update cfs.work_units set due_time = created + interval '8 hours'
     where created_by = 'bench' and state = 1 and work_unit_id % 5 = 0`,
  );
  await owner.query('vacuum analyze cfs.work_units');
};

/**
 * Measures the cost of a page of the list with and without the columns of service levels, in turns, one call at a time.
 */
export const benchmarkServiceLevelColumns = async ({ origin, owner, tokenOf }: Serving): Promise<void> => {
  await seedDueTimes(owner);
  const pool = new Pool(origin, { connections: 1, pipelining: 1 });
  for (const [scope, person] of [
    ['all', 'admin'],
    ['thirty', 'viewer'],
    ['one', 'operator'],
  ] as const) {
    const authorization = `Bearer ${await tokenOf(person)}`;
    const timed = async (path: string): Promise<number> => {
      const began = performance.now();
      const response = await pool.request({ path, method: 'GET', headers: { authorization } });
      const text = await response.body.text();
      const taken = performance.now() - began;
      assert.equal(response.statusCode, 200, `${path}: ${text.slice(0, 400)}`);
      return taken;
    };
    const [without, withThem] = [pathOf(columns), pathOf(`${columns},${ofServiceLevels}`)];
    const samples: { readonly without: number[]; readonly withThem: number[] } = { without: [], withThem: [] };
    for (let pair = -warmUpPairs; pair < pairs; pair += 1) {
      // Each is the first of its pair half of the time.
      const order = pair % 2 === 0 ? (['without', 'withThem'] as const) : (['withThem', 'without'] as const);
      for (const which of order) {
        const taken = await timed(which === 'without' ? without : withThem);
        if (pair >= 0) samples[which].push(taken);
      }
    }
    const page = `1,000,000 work units, a page of 50, scope of ${scope}, median`;
    const [plain, whole] = [median(samples.without), median(samples.withThem)];
    report({ name: `${page}, without the columns of service levels`, value: plain, unit: 'ms' });
    report({ name: `${page}, with them`, value: whole, unit: 'ms' });
    report({ name: `${page}, what they add (at most ${limitPercent} %)`, value: (whole / plain - 1) * 100, unit: '%' });
  }
  await pool.close();
};
