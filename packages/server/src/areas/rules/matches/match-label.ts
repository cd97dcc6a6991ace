import { readField } from '../evaluation/read-packet-field.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';

/** The name of the entity in a packet; `undefined` if there is none. */
export const nameInMessage = (message: RuleSubject['message']): string | undefined => {
  const named = readField(message.Properties, 'BlockName');
  return typeof named === 'string' && named !== '' ? named : undefined;
};

/** The display name of an entity: that of its row, otherwise the name in its packet, otherwise its id. */
export const entityNameOf = ({
  entityId,
  entityName,
  message,
}: Pick<RuleSubject, 'entityId' | 'entityName' | 'message'>): string =>
  entityName ?? nameInMessage(message) ?? entityId;

/** The label of a match, which lists and the title of its work unit show. */
export const matchLabel = (ruleName: string, subjectName: string | undefined): string =>
  (subjectName === undefined ? ruleName : `${ruleName}: ${subjectName}`).slice(0, 400).toWellFormed();
