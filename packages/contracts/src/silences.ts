import { z } from 'zod';
import { maximumReasonCharacters } from './rule-match-commands.ts';
import { instant, requiredText } from './text.ts';

/** Maximum length of a silence, in days. */
export const maximumSilenceDays = 365;

const fields = {
  until: instant,
  reason: requiredText(maximumReasonCharacters, 'Please enter a reason'),
};

/**
 * Body of PUT v1/silences: a rule, an entity or both, the end and the reason. The silence belongs to the tenant of the
 * request; the rule is one of that tenant or of all tenants.
 */
export const silenceCreateSchema = z
  .object({ ruleId: z.guid().toLowerCase().nullish(), entityId: z.guid().toLowerCase().nullish(), ...fields })
  .superRefine(({ ruleId, entityId }, context) => {
    if (!ruleId && !entityId)
      context.addIssue({ code: 'custom', path: ['ruleId'], message: 'Please choose a rule, an entity or both.' });
  });

export type SilenceCreate = z.infer<typeof silenceCreateSchema>;

/** Body of POST v1/silences/{id}; `modified` is the optimistic lock. */
export const silenceUpdateSchema = z.object({ ...fields, modified: z.iso.datetime({ offset: true }).nullish() });

export type SilenceUpdate = z.infer<typeof silenceUpdateSchema>;

/** A silence as the API returns it. */
export interface Silence {
  readonly silenceId: string;
  readonly tenantId: string;
  readonly ruleId: string | null;
  readonly entityId: string | null;
  readonly until: string;
  readonly reason: string;
  /** When it was ended before its time; null otherwise. */
  readonly ended: string | null;
  readonly endedBy: string | null;
  readonly created: string;
  readonly createdBy: string;
  readonly modified: string;
  readonly modifiedBy: string;
}
