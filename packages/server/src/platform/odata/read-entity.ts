import { isGuid } from '@cfs/contracts/guid';
import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../context.ts';
import type { Services } from '../services.ts';
import type { EntityDeclaration } from './entity.ts';
import { entityStatement } from './statements/list-statement.ts';
import { parseListQuery } from './query/list-query.ts';
import { scopeRequestOf } from './statements/reach.ts';

const number = /^-?\d{1,18}$/;

const isKey = (entity: EntityDeclaration, id: string): boolean => {
  const type = entity.properties[entity.key]?.type;
  if (type === 'guid') return isGuid(id);
  return type === 'string' ? id.isWellFormed() && !id.includes('\0') : number.test(id);
};

/** Options for reading one row. */
interface ReadOptions {
  /** May contain `$select` and `$expand`. */
  readonly query?: string;
  /** Overrides the permission of the declaration, for example after a write by a caller who may only edit. */
  readonly permission?: Permission | readonly Permission[];
}

/** One row as JSON text, and its contribution to `@odata.context`. */
export interface EntityText {
  readonly text: string;
  readonly selection: string;
}

/**
 * One row of the entity with its context; `undefined` if the row does not exist, is outside the caller's scope, or `id`
 * is not a valid key.
 */
export const readEntityText = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  entity: EntityDeclaration,
  id: string | number,
  options: ReadOptions = {},
): Promise<EntityText | undefined> => {
  if (!isKey(entity, String(id))) return undefined;
  const permission = options.permission ?? entity.permission;
  const query = parseListQuery(options.query ?? '');
  const made = entityStatement({ declaration: entity, context, query, permission }, String(id));
  const text = await services.gate.readText(context, scopeRequestOf(entity, permission), made.statement);
  return text === '' ? undefined : { text, selection: made.context };
};

/** Only the JSON text of {@link readEntityText}. */
export const readEntity = async (...asked: Parameters<typeof readEntityText>): Promise<string | undefined> =>
  (await readEntityText(...asked))?.text;
