import { among, type ListFigure } from './list-figures.ts';

/** The query options of the portal's list of work units. */
const shown = {
  select:
    'workUnitId,publicWorkUnitId,title,severityId,stateId,assignedTo,assignmentGroup,stakeHolderFullName,' +
    'stakeHolderPhoneNumber,stakeHolderEmailAddress,workUnitTypeId,created,modified',
  expand: 'tenant($select=name),workUnitType($select=name)',
  top: '100',
};
const usual = { ...shown, orderby: 'severityId asc,created desc' };
const openIncidents = "stateId in ('New') and workUnitTypeId eq 1";
const counted = { top: '0', count: 'true' };

const either = (count: number): string => (count % 2 === 0 ? 'asc' : 'desc');
const day = (count: number): string => `202${6 + (count % 3)}-0${1 + (count % 9)}-11T00:00:00Z`;

/** Targets in milliseconds: queries served by an index, searches, all others. */
const [indexed, search, other] = [100, 300, 1_000];

const byIndex = ['publicWorkUnitId', 'title', 'severityId', 'stateId', 'created', 'modified', 'workUnitId'];
const withoutIndex = ['assignedTo', 'stakeHolderFullName', 'workUnitTypeId', 'assignmentGroup', 'tenant/name'];

const lists: readonly ListFigure[] = [
  { name: 'the list as it opens', limit: indexed, query: () => ({ ...usual, filter: openIncidents }) },
  { name: 'no filter', limit: indexed, query: () => usual },
  {
    name: 'unfinished incidents',
    limit: indexed,
    query: () => ({ ...usual, filter: "not (stateId in ('Resolved','Closed','Canceled')) and workUnitTypeId eq 1" }),
  },
  {
    name: 'paging through 10,000 rows',
    limit: indexed,
    query: (count) => ({ ...usual, skip: String((count * 700) % 10_000) }),
  },
  {
    name: 'paging through 10,000 open incidents',
    limit: indexed,
    query: (count) => ({ ...usual, filter: openIncidents, skip: String((count * 700) % 10_000) }),
  },
  ...byIndex.map((property) => ({
    name: `sorted by ${property}`,
    limit: indexed,
    query: (count: number) => ({
      ...shown,
      orderby: `${property} ${either(count)}`,
      skip: String((count * 700) % 10_000),
    }),
  })),
  {
    name: 'filtered by indexed properties',
    limit: indexed,
    query: (count) => ({
      ...usual,
      filter: among([
        `stateId eq '${among(['New', 'OnHold', 'Closed'])(count)}' and created ge ${day(count)}`,
        `severityId eq 'Sev${count % 5}'`,
        `publicWorkUnitId eq ${1 + count * 17_389}`,
        `created ge ${day(count)}`,
      ])(count),
    }),
  },
];

const slower: readonly ListFigure[] = [
  ...withoutIndex.map((property) => ({
    name: `sorted by ${property}`,
    limit: other,
    query: (count: number) => ({ ...shown, orderby: `${property} ${either(count)}` }),
  })),
  {
    name: 'filtered by any property',
    limit: other,
    query: (count) => ({
      ...usual,
      filter: among([
        "contains(title,'printer')",
        "contains(title,'zirconium')",
        "contains(title,'no such title')",
        "assignedTo eq 'person7@bench.example'",
        "stakeHolderFullName eq 'Person 77'",
        "tenant/name eq 'Bench Tenant 7'",
        "assignmentGroup eq 'Nobody'",
      ])(count),
    }),
  },
  { name: 'row 500,000', limit: other, query: () => ({ ...usual, skip: '500000' }) },
  {
    name: 'row 500,000 without an index',
    limit: other,
    query: (count) => ({ ...shown, orderby: among(['assignedTo', 'stakeHolderFullName desc'])(count), skip: '500000' }),
  },
  {
    name: 'row 500,000 of what lists do not show',
    limit: other,
    query: (count) => ({
      ...shown,
      orderby: among(['implementer', 'createdBy desc', 'source'])(count),
      skip: '500000',
    }),
  },
  { name: 'count of all', limit: other, query: () => counted },
  { name: 'count of open incidents', limit: other, query: () => ({ ...counted, filter: openIncidents }) },
  {
    name: 'count of filters',
    limit: other,
    query: (count) => ({ ...counted, filter: among(["contains(title,'printer')", `created ge ${day(count)}`])(count) }),
  },
];

const searching = (name: string, words: readonly string[], more: Readonly<Record<string, string>> = {}) => ({
  name: `search for ${name}`,
  limit: search,
  query: (count: number) => ({ ...usual, ...more, search: among(words)(count) }),
});

const searches: readonly ListFigure[] = [
  searching('a rare word', ['zirconium', '123456', '"person 4321"']),
  searching('a common word', ['gateway', 'printer', 'monitoring']),
  searching('a word now and then', ['person170', '"site 97"', '"fault 77"']),
  searching('nothing', ['xylophone', 'sitemonitor', '"gateway xylophone"']),
  searching('two words', ['printer zirconium', 'gateway camera', '"gateway switch" 77']),
  searching('words that stand apart', ['"fault network"', '"gateway bench"', '"monitoring reported"']),
  searching('a tenant', ['"Bench Tenant 499"', '"Bench Tenant 7"', '"Bench Tenant 4"']),
  searching('a rare word among open incidents', ['zirconium', '123456'], { filter: openIncidents }),
  searching('a common word among open incidents', ['gateway', 'person170'], { filter: openIncidents }),
  { name: 'count of a rare word', limit: other, query: () => ({ ...counted, search: 'zirconium' }) },
  { name: 'count of a common word', limit: other, query: () => ({ ...counted, search: 'gateway' }) },
];

/** All queries with a target on a million work units. */
export const millionFigures: readonly ListFigure[] = [...lists, ...searches, ...slower];
