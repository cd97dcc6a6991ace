import { z } from 'zod';
import { recordedBodyCharacters } from './action-histories.ts';
import { workUnitEventTypeSchema } from './work-unit-event-type-schema.ts';
import { workUnitEventTypes, type WorkUnitEventType } from './work-unit-enumerations.ts';

/**
 * What happens to an action on an occasion. `runs`: automatically and at once; `waits`: for a person who runs or
 * rejects it; `suppressed`: it has no effect, for the given reason.
 */
export const dryRunOutcomes = ['runs', 'waits', 'suppressed'] as const;
export type DryRunOutcome = (typeof dryRunOutcomes)[number];

/** Replaces the idempotency key, which an action gets when it is queued. */
export const keyOfDryRun = 'idempotency-key';

/** Maximum characters of a mail's text in a dry run, as of a request's body. */
export const dryRunTextCharacters = recordedBodyCharacters;

/** Maximum characters of all effects of a dry run together; those beyond it are left out. */
export const dryRunEffectCharacters = 4_194_304;

const httpEffectSchema = z.object({
  kind: z.literal('http'),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
});

const mailEffectSchema = z.object({
  kind: z.literal('mail'),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  template: z.string(),
  isImportant: z.boolean(),
  /** Whether the mail stays in the outbox, because no mail server is configured. */
  staysInOutbox: z.boolean(),
});

/** `color` is six hexadecimal digits. */
const colorEffectSchema = z.object({ kind: z.literal('color'), entityId: z.guid(), color: z.string() });

/** A new incident; `notedIn` is the open work unit that gets a note with the description instead. */
const workUnitEffectSchema = z.object({
  kind: z.literal('workUnit'),
  notedIn: z.int().nullable(),
  title: z.string(),
  description: z.string(),
  severityId: z.string(),
  protocolId: z.guid().nullable(),
});

/** What an action does, with every placeholder filled in. Secrets appear as their placeholders. */
export const dryRunEffectSchema = z.discriminatedUnion('kind', [
  httpEffectSchema,
  mailEffectSchema,
  colorEffectSchema,
  workUnitEffectSchema,
]);

export type DryRunEffect = Readonly<z.infer<typeof dryRunEffectSchema>>;

/** An action of a dry run; the list of them has the order in which they begin. */
export const dryRunActionSchema = z.object({
  actionDefinitionId: z.guid(),
  /** Null for an action of a rule. */
  protocolActionId: z.guid().nullable(),
  /** The protocol action's summary, else the definition's name. */
  name: z.string(),
  outcome: z.literal(dryRunOutcomes),
  /** Why it is suppressed, or why one that waits would fail with the parameters of the protocol; null for others. */
  reason: z.string().nullable(),
  /** Null when there is none, and beyond {@link dryRunEffectCharacters}; a suppressed action may have one. */
  effect: dryRunEffectSchema.nullable(),
});

export type DryRunAction = Readonly<z.infer<typeof dryRunActionSchema>>;

/** Body of POST /v1/workunits/{workUnitId}/dryrun. */
export const workUnitDryRunSchema = z.object({ event: workUnitEventTypeSchema });

const events = Object.keys(workUnitEventTypes) as WorkUnitEventType[];

/** Answer of POST /v1/workunits/{workUnitId}/dryrun; without a protocol `protocolId` is null and nothing is listed. */
export const workUnitDryRunAnswerSchema = z.object({
  workUnitId: z.int(),
  event: z.literal(events),
  protocolId: z.guid().nullable(),
  value: z.array(dryRunActionSchema),
});

export type WorkUnitDryRun = Readonly<z.infer<typeof workUnitDryRunAnswerSchema>>;

/** What a rule match runs actions for. */
export const matchOccasions = ['Began', 'Ended'] as const;
export type MatchOccasionName = (typeof matchOccasions)[number];

/** Body of POST /v1/rulematches/{ruleMatchId}/dryrun. */
export const ruleMatchDryRunSchema = z.object({
  occasion: z.enum(matchOccasions, { error: 'Please choose Began or Ended.' }).default('Began'),
});

/** Answer of POST /v1/rulematches/{ruleMatchId}/dryrun. */
export const ruleMatchDryRunAnswerSchema = z.object({
  ruleMatchId: z.guid(),
  occasion: z.literal(matchOccasions),
  value: z.array(dryRunActionSchema),
});

export type RuleMatchDryRun = Readonly<z.infer<typeof ruleMatchDryRunAnswerSchema>>;
