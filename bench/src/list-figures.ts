import assert from 'node:assert/strict';
import { request } from 'undici';
import { percentile, report } from './report.ts';

/** A query of a list and the target of its 95th percentile in milliseconds. */
export interface ListFigure {
  readonly name: string;
  readonly limit: number;
  /** The query options of the n-th call, without the leading `$`. */
  readonly query: (count: number) => Readonly<Record<string, string>>;
}

/** A scope width and a function that returns a token of a user with it; a token is valid for some minutes. */
export interface ScopeWidth {
  readonly name: string;
  readonly token: () => Promise<string>;
}

/** A filled list and the queries that it is judged by. */
export interface FilledList {
  readonly origin: string;
  /** The path of the list. */
  readonly path: string;
  /** The name of its rows in the figures, with their number. */
  readonly rows: string;
  readonly figures: readonly ListFigure[];
}

/** Returns the n-th of the values, and starts again after the last one. */
export const among =
  (values: readonly string[]) =>
  (count: number): string =>
    values[count % values.length] ?? '';

const calls = 40;
/** Calls slower than this, in milliseconds, are repeated less often. */
const slow = { milliseconds: 300, calls: 12 };

const optionsOf = ({ query }: ListFigure, count: number): string =>
  Object.entries(query(count))
    .map(([name, value]) => `$${name}=${encodeURIComponent(value)}`)
    .join('&');

/** Milliseconds from the call to the last byte of its response. */
const timed = async (url: string, token: string): Promise<number> => {
  const began = performance.now();
  const response = await request(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.body.text();
  const taken = performance.now() - began;
  assert.equal(response.statusCode, 200, `${url}: ${text.slice(0, 400)}`);
  return taken;
};

const measured = async (
  { origin, path }: FilledList,
  figure: ListFigure,
  token: string,
): Promise<readonly number[]> => {
  const samples: number[] = [];
  const address = (count: number): string => `${origin}${path}?${optionsOf(figure, count)}`;
  // Warm-up: cold caches are not measured.
  for (let count = 0; count < 6; count += 1) await timed(address(count), token);
  const enough = (): number => (samples.some((each) => each > slow.milliseconds) ? slow.calls : calls);
  for (let count = 0; count < enough(); count += 1) samples.push(await timed(address(count), token));
  return samples;
};

/** The 95th percentile of sequential calls for each query of a filled list, in each scope. */
export const benchmarkFilledList = async (list: FilledList, widths: readonly ScopeWidth[]): Promise<void> => {
  let missed = 0;
  for (const width of widths)
    for (const figure of list.figures) {
      const value = percentile(await measured(list, figure, await width.token()), 0.95);
      if (value > figure.limit) missed += 1;
      report({
        name: `${list.rows}, ${figure.name}, scope of ${width.name} (at most ${figure.limit} ms)`,
        value,
        unit: 'ms',
      });
    }
  report({ name: `${list.rows}, figures above what they may be`, value: missed, unit: 'figures' });
};
