import dayjs, { type ManipulateType } from 'dayjs';

/** Maps values to pixels. */
export type Scale = (value: number) => number;

export const linearScale =
  ([min, max]: readonly [number, number], [start, end]: readonly [number, number]): Scale =>
  (value) =>
    start + ((value - min) / (max - min || 1)) * (end - start);

/** The smallest of 1, 2 and 5 times a power of ten that is at least the number. */
const niceStep = (number: number): number => {
  const power = 10 ** Math.floor(Math.log10(number));
  const factor = [1, 2, 5].find((each) => each * power >= number) ?? 10;
  return factor * power;
};

/** Round numbers on both sides of all values: about `count` of them, in rising order. */
export const valueTicks = (values: readonly number[], count: number): readonly number[] => {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const isPercentage = min >= 0 && max <= 100;
  const bottom = isPercentage || (min >= 0 && min < max / 2) ? 0 : min;
  const span = max - bottom || Math.abs(max) || 1;
  const step = niceStep(span / count);
  const first = Math.floor(bottom / step);
  const last = Math.max(first + 1, Math.ceil(max / step));
  // Rounded to the digits of the step, to remove the rounding errors of the multiplication.
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Array.from({ length: last - first + 1 }, (_, index) =>
    digits > 20 ? (first + index) * step : Number(((first + index) * step).toFixed(digits)),
  );
};

const steps: readonly (readonly [count: number, unit: ManipulateType, format: string])[] = [
  [10, 'second', 'HH:mm:ss'],
  [1, 'minute', 'HH:mm'],
  [5, 'minute', 'HH:mm'],
  [15, 'minute', 'HH:mm'],
  [30, 'minute', 'HH:mm'],
  [1, 'hour', 'HH:mm'],
  [3, 'hour', 'HH:mm'],
  [6, 'hour', 'D MMM HH:mm'],
  [12, 'hour', 'D MMM HH:mm'],
  [1, 'day', 'D MMM'],
  [2, 'day', 'D MMM'],
  [7, 'day', 'D MMM'],
  [1, 'month', 'MMM YYYY'],
  [3, 'month', 'MMM YYYY'],
];

export interface TimeTick {
  readonly time: number;
  readonly label: string;
}

const lengthOf = (count: number, unit: ManipulateType): number => dayjs(0).add(count, unit).valueOf();

/** Round local times within the span, at most `count` of them. */
export const timeTicks = (from: number, to: number, count: number): readonly TimeTick[] => {
  const fitting = steps.find(([number, unit]) => (to - from) / lengthOf(number, unit) <= count) ?? steps.at(-1);
  if (!fitting) return [];
  const [number, unit, format] = fitting;
  // Steps of less than a day count from midnight, so that they fall on round hours.
  const isOfDay = lengthOf(number, unit) < lengthOf(1, 'day');
  let moment = dayjs(from).startOf(isOfDay || unit === 'day' ? 'day' : unit);
  const ticks: TimeTick[] = [];
  while (moment.valueOf() <= to) {
    if (moment.valueOf() >= from) ticks.push({ time: moment.valueOf(), label: moment.format(format) });
    const next = moment.add(number, unit);
    // A daylight saving change must not shift the hours that follow.
    moment = isOfDay && next.date() !== moment.date() ? moment.add(1, 'day').startOf('day') : next;
  }
  return ticks;
};

/** A number with as many digits as a person reads. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e15
    ? value.toLocaleString('en-GB')
    : Number(value.toPrecision(5)).toLocaleString('en-GB', { maximumSignificantDigits: 5 });
