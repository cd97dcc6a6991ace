import { readField } from '../evaluation/read-packet-field.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';

/** What a packet calls its entity; `undefined` when it does not. */
export const nameInMessage = (message: RuleSubject['message']): string | undefined => {
  const named = readField(message.Properties, 'BlockName');
  return typeof named === 'string' && named !== '' ? named : undefined;
};

/** The entity's name as people know it: its row's, else what its packet calls it, else its id. */
export const entityNameOf = ({
  entityId,
  entityName,
  message,
}: Pick<RuleSubject, 'entityId' | 'entityName' | 'message'>): string =>
  entityName ?? nameInMessage(message) ?? entityId;

/** What a match is called in lists and in the title of its work unit. */
export const matchLabel = (ruleName: string, subjectName: string | undefined): string =>
  (subjectName === undefined ? ruleName : `${ruleName}: ${subjectName}`).slice(0, 400).toWellFormed();
