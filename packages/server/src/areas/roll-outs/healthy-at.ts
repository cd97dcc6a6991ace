import type { RollOutRow } from './roll-out-tables.ts';

const minuteMilliseconds = 60_000;

/** The time at which a stage has been healthy long enough, if its devices had installed the version at `settled`. */
export const healthyAt = ({ healthy_minutes: minutes }: Pick<RollOutRow, 'healthy_minutes'>, settled: Date): Date =>
  new Date(settled.getTime() + minutes * minuteMilliseconds);
