import { among, type ListFigure } from './list-figures.ts';

/** The query options of the portal's list of communications. */
const usual = { expand: 'tenant', orderby: 'created desc', top: '100' };
const counted = { top: '0', count: 'true' };
const open = "status in ('Investigating','ConfirmedImpact','ServiceRestored')";

/** Targets in milliseconds: queries served by an index, searches, all others. Those of work units. */
const [indexed, search, other] = [100, 300, 1_000];

const either = (count: number): string => (count % 2 === 0 ? 'asc' : 'desc');
const day = (count: number): string => `2026-0${1 + (count % 9)}-11T00:00:00Z`;

const sorted = [
  'publicWorkUnitCommunicationId',
  'title',
  'status',
  'created',
  'modified',
  'nextUpdate',
  'eventResolved',
];

const lists: readonly ListFigure[] = [
  { name: 'the list as it opens', limit: indexed, query: () => ({ ...usual, top: '10' }) },
  { name: '100 rows', limit: indexed, query: () => usual },
  {
    name: 'paging through 10,000 rows',
    limit: indexed,
    query: (count) => ({ ...usual, skip: String((count * 700) % 10_000) }),
  },
  ...sorted.map((property) => ({
    name: `sorted by ${property}`,
    limit: indexed,
    query: (count: number) => ({
      ...usual,
      orderby: `${property} ${either(count)}`,
      skip: String((count * 700) % 10_000),
    }),
  })),
  { name: 'open ones', limit: indexed, query: () => ({ ...usual, filter: open }) },
  {
    name: 'filtered by indexed properties',
    limit: indexed,
    query: (count) => ({
      ...usual,
      filter: among([
        `status eq 'Resolved' and created ge ${day(count)}`,
        `created ge ${day(count)} and created le 2026-12-01T00:00:00Z`,
        `publicWorkUnitCommunicationId eq ${1 + count * 1_739}`,
        `eventResolved ge ${day(count)} and eventResolved le 2026-12-01T00:00:00Z`,
        `nextUpdate ge ${day(count)}`,
      ])(count),
    }),
  },
  {
    name: 'what the specification expands',
    limit: indexed,
    query: () => ({
      ...usual,
      expand: 'tenant,workUnitCommunicationActivities,workUnits($expand=tenant)',
      top: '10',
    }),
  },
];

const searching = (name: string, words: readonly string[]): ListFigure => ({
  name: `search for ${name}`,
  limit: search,
  query: (count) => ({ ...usual, search: among(words)(count) }),
});

const slower: readonly ListFigure[] = [
  searching('a rare word', ['zirconium', '54321', '"outage 4321"']),
  searching('a common word', ['gateway', 'printer', 'slow']),
  searching('nothing', ['xylophone', 'outagesite', '"gateway xylophone"']),
  searching('two words', ['printer zirconium', 'gateway camera', '"gateway switch" 77']),
  {
    name: "the specification's search in title or current impact",
    limit: other,
    query: (count) => {
      const word = among(['gateway', 'Site 97', 'zirconium', 'xylophone'])(count);
      return { ...usual, filter: `contains(title,'${word}') or contains(currentImpact,'${word}')` };
    },
  },
  {
    name: 'filtered by any property',
    limit: other,
    query: (count) => ({
      ...usual,
      filter: among([
        "serviceManager eq 'manager7@bench.example'",
        "impactedServices eq 'Service 7'",
        "tenant/name eq 'Bench Tenant 7'",
        'customerAssistanceRequired eq true',
      ])(count),
    }),
  },
  { name: 'row 50,000', limit: other, query: () => ({ ...usual, skip: '50000' }) },
  { name: 'count of all', limit: other, query: () => counted },
  { name: 'count of open ones', limit: other, query: () => ({ ...counted, filter: open }) },
  {
    name: 'count of a search',
    limit: other,
    query: (count) => ({ ...counted, search: among(['zirconium', 'gateway'])(count) }),
  },
];

/** All queries with a target on a list of 100,000 communications. */
export const communicationFigures: readonly ListFigure[] = [...lists, ...slower];
