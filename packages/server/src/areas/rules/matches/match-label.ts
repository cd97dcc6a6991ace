import { readField } from '../evaluation/read-operand.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';

/** The entity's name as people know it: its row's, else what its packet calls it, else its id. */
export const entityNameOf = ({
  entityId,
  entityName,
  message,
}: Pick<RuleSubject, 'entityId' | 'entityName' | 'message'>): string => {
  if (entityName !== undefined) return entityName;
  const named = readField(message.Properties, 'BlockName');
  return typeof named === 'string' && named !== '' ? named : entityId;
};

/** What a match is called in lists and in the title of its work unit. */
export const matchLabel = (ruleName: string, subject: RuleSubject | undefined): string =>
  (subject ? `${ruleName}: ${entityNameOf(subject)}` : ruleName).slice(0, 400).toWellFormed();
