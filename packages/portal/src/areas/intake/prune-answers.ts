import { askedAnswers } from '@cfs/contracts/intake-fields';
import { resolvedSchema } from '@cfs/contracts/intake-steps';
import { isRecord, type JsonRecord } from '@cfs/contracts/json-record';

const prune = (root: JsonRecord, schema: JsonRecord, value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map((each) => prune(root, resolvedSchema(root, schema['items']), each) ?? null);
  if (!isRecord(value)) return value === '' || value === null ? undefined : value;
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required: unknown = schema['required'];
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const entries = Object.entries(value).flatMap(([name, inner]): readonly [string, unknown][] => {
    const kept = prune(root, resolvedSchema(root, properties[name]), inner);
    const isEmpty = kept === undefined || (isRecord(kept) && Object.keys(kept).length === 0 && !isRequired(name));
    return isEmpty ? [] : [[name, kept]];
  });
  return askedAnswers(root, schema, Object.fromEntries(entries));
};

/** Returns the answers without empty fields and groups, and without fields that no condition adds any longer. */
export const pruneAnswers = (schema: JsonRecord, answers: JsonRecord): JsonRecord =>
  prune(schema, schema, answers) as JsonRecord;
