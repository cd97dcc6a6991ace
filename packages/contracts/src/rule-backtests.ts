import { z } from 'zod';
import { ruleTypes } from './rule-types.ts';
import { ruleInputSchema } from './rules.ts';

/** Days of stored history over which a rule can be tested. */
export const backtestDays = [1, 7, 30] as const;

export const backtestLimits = {
  /** Matches that an answer holds; the counts are of all. */
  matches: 1_000,
  /** Hits of a match that an answer holds. */
  hits: 100,
} as const;

const untestableReasons: Readonly<Record<number, string>> = {
  [ruleTypes.WorkUnit]:
    'WorkUnit rules cannot be back-tested: they run on changes of work units, not on what is stored of entities.',
  [ruleTypes.Maintenance]:
    'Maintenance rules cannot be back-tested: they have no matches of their own. They suppress the actions of others.',
};

/** Why rules of the type cannot be back-tested; `undefined` for those that can. */
export const untestable = (ruleTypeId: number): string | undefined => untestableReasons[ruleTypeId];

/**
 * Body of POST v1/rules/backtest (docs/reference/rules.md#back-test). `rule` is what would be saved; `ruleId` names the saved rule
 * that it is compared with.
 */
export const backtestInputSchema = z.object({
  ruleId: z.guid().toLowerCase().nullish(),
  days: z.literal(backtestDays).default(1),
  rule: ruleInputSchema,
});

export type BacktestInput = z.output<typeof backtestInputSchema>;

/** What the edit does to a match: only the edited rule has it, only the saved one, or both. */
export const backtestChanges = ['New', 'Gone', 'Same'] as const;

const moment = z.iso.datetime();

const backtestHitSchema = z.object({ timestamp: moment, value: z.string().nullable() });

const backtestMatchSchema = z.object({
  subjectId: z.guid(),
  name: z.string(),
  firstMatch: moment,
  lastMatch: moment,
  expires: moment,
  matchCount: z.int(),
  /** Null while it would still be open. */
  end: z.enum(['Expired', 'OverWhenFound']).nullable(),
  change: z.enum(backtestChanges),
  /** The packets of its first hits. */
  hits: z.array(backtestHitSchema),
});

export type BacktestMatch = z.infer<typeof backtestMatchSchema>;

/** The answer of a back-test; matches by their begin. */
export const backtestSchema = z.object({
  from: moment,
  to: moment,
  matches: z.array(backtestMatchSchema),
  counts: z.object({ new: z.int(), gone: z.int(), same: z.int() }),
  mailsPerDay: z.number(),
  workUnitsPerDay: z.number(),
  /** The same of the saved rule; null without one that can be compared. */
  before: z.object({ mailsPerDay: z.number(), workUnitsPerDay: z.number() }).nullable(),
  /** Packets that were evaluated; for Correlation the begins and ends of matches. */
  packets: z.int(),
  /** Processor time of the edited rule for each of them. */
  microsecondsPerPacket: z.number(),
  /** False when regular expressions would have taken too long for some packets, which were skipped. */
  isComplete: z.boolean(),
});

export type Backtest = z.infer<typeof backtestSchema>;
