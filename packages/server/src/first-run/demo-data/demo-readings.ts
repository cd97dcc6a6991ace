import { createHash } from 'node:crypto';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** A pseudorandom number from 0 to 1 that is determined by block and moment. */
const chance = (block: string, moment: number): number =>
  createHash('sha256').update(`${block} ${moment}`).digest().readUInt32BE() / 2 ** 32;

/** How long before and after the first start the line to the data centre is slow. */
export const slowLine = { before: 90 * minute, after: hour } as const;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The business activity at a time, in UTC: from 0 at night to 1 at noon, a quarter of that at weekends. */
export const business = (time: number): number => {
  const share = (time % day) / day;
  const isWeekend = [0, 6].includes(new Date(time).getUTCDay());
  return Math.max(0, Math.sin(Math.PI * (share - 0.25) * 2)) * (isWeekend ? 0.25 : 1);
};

/** Whether an event that occurs once per `each` milliseconds and `lasts` some milliseconds is in progress at `time`. */
export const happens = (block: string, time: number, each: number, lasts: number): boolean => {
  const number = Math.floor(time / each);
  const start = number * each + chance(block, number) * (each - lasts);
  return time >= start && time < start + lasts;
};

/**
 * The reading of a demo block at a time in milliseconds since 1970; `undefined` while it reports nothing. `began` is
 * the time of the first start of the demo.
 */
export type DemoReading = (block: string, time: number, began: number) => number | string | undefined;

/** A pseudorandom number from -0.5 to 0.5 that changes each minute. */
export const noise = (block: string, time: number): number => chance(block, Math.floor(time / minute)) - 0.5;

export const demoReadings = {
  orders: (block, time) =>
    Math.round(
      12 +
        240 * business(time) +
        60 * business(time) * noise(block, time) +
        (happens(block, time, 6 * day, 2 * hour) ? 190 : 0),
    ),
  responseTime: (block, time) =>
    round(
      118 + 70 * business(time) + 30 * noise(block, time) + (happens(block, time, 2 * day, 20 * minute) ? 900 : 0),
      1,
    ),
  diskUsed: (block, time) => round(58 + 27 * ((time % (7 * day)) / (7 * day)) + noise(block, time), 1),
  temperature: (block, time) =>
    round(
      21.5 +
        2.5 * Math.sin((2 * Math.PI * (time % day)) / day - 2) +
        0.4 * noise(block, time) +
        (happens(block, time, 11 * day, 3 * hour) ? 6 : 0),
      1,
    ),
  mailQueue: (block, time) =>
    Math.max(
      0,
      Math.round(30 * business(time) + 10 * noise(block, time) + (happens(block, time, 4 * day, hour) ? 450 : 0)),
    ),
  battery: (block, time) => (happens(block, time, 9 * day, 40 * minute) ? round(60 + 20 * noise(block, time), 0) : 100),
  /** Slow from 90 minutes before the first start until an hour after it: the event of the demo communication. */
  roundTrip: (block, time, began) =>
    time > began - slowLine.before && time < began + slowLine.after
      ? Math.round(400 + 60 * noise(block, time))
      : Math.round(31 + 9 * business(time) + 4 * noise(block, time) + (happens(block, time, 9 * day, hour) ? 280 : 0)),
  daysLeft: (_block, time) => 89 - (Math.floor(time / day) % 90),
  backup: (block, time) => {
    const share = time % day;
    if (happens(block, time, 8 * day, 5 * hour)) return 'Failed';
    return share > 22 * hour && share < 23 * hour + 30 * minute ? 'Running' : 'Idle';
  },
  link: (block, time) => {
    if (happens(block, time, 5 * day, 45 * minute)) return 'Down';
    return happens(`${block} slow`, time, 3 * day, 4 * hour) ? 'Degraded' : 'Up';
  },
  /** Its sender is out of order for half a day every twelve days. */
  door: (block, time) => {
    if (happens(`${block} silent`, time, 12 * day, 12 * hour)) return undefined;
    return business(time) > 0 && chance(block, Math.floor(time / (15 * minute))) < 0.12 ? 'Open' : 'Closed';
  },
} as const satisfies Record<string, DemoReading>;
