import { rewriteSchema } from '@cfs/contracts/intake-schema';
import { isRecord, type JsonRecord } from '@cfs/contracts/json-record';

const typeOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : undefined;
};

/** Infers the type of titled choices without `type`, which the form library needs to render a field. */
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

/** Rewrites the schema of a form with the keywords that the form library supports; it accepts the same answers. */
export const drawableSchema = (schema: JsonRecord): JsonRecord => rewriteSchema(schema, drawable) as JsonRecord;
