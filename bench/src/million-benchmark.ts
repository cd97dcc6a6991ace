import assert from 'node:assert/strict';
import { request } from 'undici';
import { millionFigures, type MillionFigure } from './million-queries.ts';
import { percentile, report } from './report.ts';

/** A scope width and a function that returns a token of a person with it; a token is valid for some minutes. */
export interface MillionWidth {
  readonly name: string;
  readonly token: () => Promise<string>;
}

const calls = 40;
/** Calls slower than this, in milliseconds, are repeated less often. */
const slow = { milliseconds: 300, calls: 12 };

const pathOf = ({ query }: MillionFigure, count: number): string =>
  `/v1/workunits?${Object.entries(query(count))
    .map(([name, value]) => `$${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** Milliseconds from the call to the last byte of its answer. */
const timed = async (url: string, token: string): Promise<number> => {
  const began = performance.now();
  const response = await request(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.body.text();
  const taken = performance.now() - began;
  assert.equal(response.statusCode, 200, `${url}: ${text.slice(0, 400)}`);
  return taken;
};

const measured = async (origin: string, figure: MillionFigure, token: string): Promise<readonly number[]> => {
  const samples: number[] = [];
  // Warm-up: cold caches are not measured.
  for (let count = 0; count < 6; count += 1) await timed(origin + pathOf(figure, count), token);
  const enough = (): number => (samples.some((each) => each > slow.milliseconds) ? slow.calls : calls);
  for (let count = 0; count < enough(); count += 1) samples.push(await timed(origin + pathOf(figure, count), token));
  return samples;
};

/** The 95th percentile of sequential calls for each query with a target on a million work units. */
export const benchmarkMillion = async (origin: string, widths: readonly MillionWidth[]): Promise<void> => {
  let missed = 0;
  for (const width of widths)
    for (const figure of millionFigures) {
      const value = percentile(await measured(origin, figure, await width.token()), 0.95);
      if (value > figure.limit) missed += 1;
      report({
        name: `1,000,000 work units, ${figure.name}, scope of ${width.name} (at most ${figure.limit} ms)`,
        value,
        unit: 'ms',
      });
    }
  report({ name: '1,000,000 work units, figures above what they may be', value: missed, unit: 'figures' });
};
