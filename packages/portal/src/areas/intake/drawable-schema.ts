import { rewriteSchema } from '@cfs/contracts/intake-schema';
import { isRecord, type JsonRecord } from '@cfs/contracts/json-record';

const typeOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : undefined;
};

/** The type of titled choices that state none; the form library draws no field without it. */
const typeOfChoices = ({ type, oneOf, anyOf }: JsonRecord): string | undefined => {
  const choices = [oneOf, anyOf].find(Array.isArray) as readonly unknown[] | undefined;
  if (type !== undefined || !choices) return undefined;
  const types = new Set(choices.map((choice) => (isRecord(choice) ? typeOf(choice['const']) : undefined)));
  const [only] = types;
  return types.size === 1 ? only : undefined;
};

const drawable = (schema: JsonRecord): JsonRecord => {
  const { dependentSchemas, dependentRequired, dependencies, ...rest } = schema;
  const type = typeOfChoices(schema);
  return {
    ...rest,
    ...(type !== undefined && { type }),
    ...([dependencies, dependentSchemas, dependentRequired].some(isRecord) && {
      dependencies: Object.assign({}, dependencies, dependentRequired, dependentSchemas),
    }),
  };
};

/** The schema of a form in the keywords that the form library draws; it accepts the same answers. */
export const drawableSchema = (schema: JsonRecord): JsonRecord => rewriteSchema(schema, drawable) as JsonRecord;
