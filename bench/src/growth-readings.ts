import type { Side } from './growth-sides.ts';
import { likeEntities, packetDays } from './seed-packets.ts';

/** A call that reads packets. */
export interface Reading {
  readonly name: string;
  /** Whether its cost is limited: a chart of more readings has more to show. */
  readonly isJudged: boolean;
  /** Returns the path of the next call, for a different entity each time. */
  readonly path: (side: Side) => string;
}

const [hour, day] = [3_600_000, 86_400_000];
const tilesOfPage = 100;
/** The fields that the portal requests. */
const readingFields = 'entityId,timestamp,value,valueName,unit,cpuPercent,memoryPercent';
const chartPoints = 720;

const anyOf = ({ entityIds }: Side, from = 0, to = entityIds.length): string =>
  entityIds[from + Math.floor(Math.random() * (to - from))] ?? '';

/** Entities that have as many readings in both products. */
const anyLike = (side: Side): string => anyOf(side, 0, likeEntities);
const anyOther = (side: Side): string => anyOf(side, likeEntities);

/** All entities that have as many readings in both products. */
const likeOnes = ({ entityIds }: Side): string => entityIds.slice(0, likeEntities).join(',');

const pageOf = ({ entityIds }: Side): string => {
  const first = Math.floor(Math.random() * (entityIds.length - tilesOfPage));
  return entityIds.slice(first, first + tilesOfPage).join(',');
};

const chartOf = (entityId: string, span: number): string => {
  const to = Date.now();
  const query = `from=${new Date(to - span).toISOString()}&to=${new Date(to).toISOString()}&points=${chartPoints}`;
  return `/v1/blocks/${entityId}/chart?${query}`;
};

const latestOf = (filter: string, rest: string): string => `/v1/packets?$filter=${encodeURIComponent(filter)}&${rest}`;

const charts = [
  { words: '30 days', span: packetDays * day },
  { words: '24 hours', span: day },
  { words: '1 hour', span: hour },
];

export const readings: readonly Reading[] = [
  {
    name: 'the latest of an entity',
    isJudged: true,
    path: (side) => latestOf(`entityId eq ${anyOf(side)}`, '$top=1'),
  },
  {
    name: `the latest of ${tilesOfPage} tiles`,
    isJudged: true,
    path: (side) => latestOf(`entityId in (${pageOf(side)})`, `$select=${readingFields}&$top=${tilesOfPage}`),
  },
  {
    name: `the lines of ${likeEntities} tiles, as many readings`,
    isJudged: true,
    path: (side) => `/v1/packets/trends?entityIds=${likeOnes(side)}`,
  },
  {
    name: 'the table of 100 readings',
    isJudged: true,
    path: (side) => `/v1/blocks/${anyLike(side)}/history?pageNumber=0&rowCount=100`,
  },
  ...charts.flatMap(({ words, span }): Reading[] => [
    { name: `the chart of ${words}, as many readings`, isJudged: true, path: (side) => chartOf(anyLike(side), span) },
    { name: `the chart of ${words}, another entity`, isJudged: false, path: (side) => chartOf(anyOther(side), span) },
  ]),
];
