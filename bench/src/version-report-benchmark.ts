import assert from 'node:assert/strict';
import { request } from 'undici';
import { percentile, report } from './report.ts';
import { estate } from './seed-estate.ts';
import type { Serving } from './serving.ts';

/** Pages without an index have the limit of the lists over a million units. */
const limits = { page: 100, summary: 300, other: 1_000 } as const;
const calls = 40;
const rows = estate.devices * estate.packages;

interface Page {
  readonly name: string;
  readonly query: (call: number) => Readonly<Record<string, string>>;
  readonly limit?: number;
}

const opened = { expand: 'tenant($select=name)', top: '25', orderby: 'deviceName asc' };
const outdated = "versionStatus eq 'Outdated'";
const among = (words: readonly string[], call: number): string => words[call % words.length] ?? '';

const pages: readonly Page[] = [
  { name: 'as it opens', query: () => opened },
  { name: 'paging', query: (call) => ({ ...opened, top: '100', skip: String((call * 700) % 10_000) }) },
  { name: 'by package', query: (call) => ({ ...opened, orderby: 'packageName desc', skip: String(call * 100) }) },
  { name: 'by status', query: (call) => ({ ...opened, orderby: 'versionStatus desc', skip: String(call * 100) }) },
  { name: 'by release date', query: () => ({ ...opened, orderby: 'installedVersionReleased desc' }) },
  { name: 'the outdated', query: (call) => ({ ...opened, filter: outdated, skip: String(call * 25) }) },
  { name: 'search for a device', query: (call) => ({ ...opened, search: `srv-0${1000 + call * 97}` }) },
  {
    name: 'search for a package',
    query: (call) => ({ ...opened, search: `"Package ${1 + (call % estate.packages)}"` }),
  },
  { name: 'devices that are not compliant', query: () => ({ ...opened, filter: 'compliantDevice eq false' }) },
  { name: 'row 150,000', query: () => ({ ...opened, skip: '150000' }), limit: limits.other },
  {
    name: 'its count',
    query: (call) => ({ top: '0', count: 'true', filter: among([outdated, 'deviceName ne null'], call) }),
  },
];

/** The four distinct counts above the list, which the portal requests together. */
const summaryOf = (conditions: readonly string[]): readonly string[] =>
  ['deviceId', 'packageId'].flatMap((property) =>
    [[], [`filter(${outdated})`]].map((more) =>
      [...conditions, ...more, `groupby((${property}))`, 'aggregate($count as total)'].join('/'),
    ),
  );

const summaries = [
  { name: 'summary', conditions: [] },
  { name: 'summary of a search', conditions: ['search("Package 7")'] },
  { name: 'summary of a filter', conditions: ["filter(contains(deviceName,'99'))"] },
] as const;

/** Times pages, counts and the summary of the version report, for a user who sees all tenants and one who sees one. */
export const benchmarkVersionReport = async ({ origin, tenants, tokenOf }: Serving): Promise<void> => {
  for (const [scope, person] of [
    ['all', 'admin'],
    ['one', 'operator'],
  ] as const) {
    const headers = { authorization: `Bearer ${await tokenOf(person)}`, 'x-tenant-id': tenants.one };
    const get = async (options: Readonly<Record<string, string>>): Promise<void> => {
      const query = Object.entries(options).map(([name, value]) => `$${name}=${encodeURIComponent(value)}`);
      const response = await request(`${origin}/v1/compliancereport?${query.join('&')}`, { headers });
      const text = await response.body.text();
      assert.equal(response.statusCode, 200, `${query.join('&')}: ${text.slice(0, 400)}`);
    };
    const measure = async (name: string, limit: number, call: (count: number) => Promise<unknown>): Promise<void> => {
      const samples: number[] = [];
      for (let count = 0; count < calls + 3; count += 1) {
        const began = performance.now();
        await call(count);
        // The first calls prepare their statements.
        if (count >= 3) samples.push(performance.now() - began);
      }
      report({
        name: `version report of ${rows.toLocaleString('en')} rows, ${name}, p95, scope of ${scope} (at most ${limit} ms)`,
        value: percentile(samples, 0.95),
        unit: 'ms',
      });
    };
    for (const { name, query, limit = limits.page } of pages) await measure(name, limit, (count) => get(query(count)));
    for (const { name, conditions } of summaries)
      await measure(name, limits.summary, () => Promise.all(summaryOf(conditions).map((apply) => get({ apply }))));
  }
};
