import { z } from 'zod';
import { maxChartSpanMilliseconds, maxTrends } from './packet-chart-limits.ts';
import { instant } from './text.ts';

/** Charts and trends of what entities report. See docs/reference/packets.md#charts. */

/** Query of `GET /v1/blocks/{id}/chart`. */
export const packetChartQuery = z
  .object({
    from: instant,
    to: instant,
    /** Points that the chart has room for. */
    points: z.coerce.number().int().min(10).max(1_000).default(600),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'Must be after from.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= maxChartSpanMilliseconds, {
    path: ['from'],
    error: 'Must be at most 397 days before to.',
  });
export type PacketChartQuery = z.output<typeof packetChartQuery>;

/** Numbers of one stretch of time; a single reading where `count` is 1. */
export const chartPoint = z.object({
  /** Of the first and the last number. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  minimum: z.number(),
  maximum: z.number(),
  average: z.number(),
  count: z.int(),
  /** Whether readings are missing before it: lines do not cross the gap. */
  isAfterGap: z.boolean(),
});
export type ChartPoint = z.infer<typeof chartPoint>;

/** A text that was reported, and for how long. */
export const chartState = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** The longest of the texts where several are shown as one. */
  value: z.string(),
  /** Texts that are shown as one because they are too short to be drawn. */
  changes: z.int(),
});
export type ChartState = z.infer<typeof chartState>;

/** Readings of an entity over time, reduced to what a chart can show. Extremes are kept. */
export const packetChart = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** What was read: every packet, or the hours that packets are rolled up into. */
  resolution: z.enum(['Packets', 'Hours']),
  /** Maximum milliseconds that one point represents. */
  bucketMilliseconds: z.number(),
  points: z.array(chartPoint),
  states: z.array(chartState),
});
export type PacketChart = z.infer<typeof packetChart>;

export const packetTrendsQuery = z.object({
  entityIds: z
    .string()
    .transform((list) => list.toLowerCase().split(','))
    .pipe(z.array(z.guid().toLowerCase()).min(1).max(maxTrends)),
});

/** Averages over the last 24 hours; `points` are milliseconds since `from` and the number, in order of time. */
export const packetTrends = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  trends: z.array(z.object({ entityId: z.guid(), points: z.array(z.tuple([z.number(), z.number()])) })),
});
export type PacketTrends = z.infer<typeof packetTrends>;
