import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import { lanes, type Lane } from './step-state.ts';
import { workScope } from './work-scope.ts';

/** Which kinds of work are ready. */
export type PresentWork = Readonly<Record<Lane | 'dueSteps' | 'dueTimers', boolean>>;

/** Checks for ready work in one statement of index lookups, which keeps an idle worker cheap. */
export const lookForWork = (gate: Gate, context: Context): Promise<PresentWork> =>
  gate.read(context, workScope, async (db) => {
    const now = context.clock.now();
    const isReady = (lane: Lane) =>
      sql`exists (select from work_steps where state = 0 and lane = ${sql.lit(lanes[lane])} limit 1)`;
    const [present] = await db.guarded(sql<PresentWork>`
      select ${isReady('local')} as local, ${isReady('http')} as http, ${isReady('mail')} as mail,
        exists (select from work_steps where state in (1, 5, 6) and available <= ${now}) as "dueSteps",
        exists (select from work_timers where due <= ${now}) as "dueTimers"`);
    if (!present) throw new TypeError('The query for ready work returned no row.');
    return present;
  });
