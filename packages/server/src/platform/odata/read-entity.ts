import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../context.ts';
import type { Services } from '../services.ts';
import type { EntityDeclaration } from './entity.ts';
import { entityStatement } from './list-statement.ts';
import { parseListQuery } from './list-query.ts';
import { scopeRequestOf } from './reach.ts';

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const number = /^-?\d{1,18}$/;

const isKey = (entity: EntityDeclaration, id: string): boolean => {
  const type = entity.properties[entity.key]?.type;
  if (type === 'guid') return guid.test(id);
  return type === 'string' ? id.isWellFormed() && !id.includes('\0') : number.test(id);
};

/**
 * One row of the entity as the JSON text that travels; `undefined` when the caller has no such row, be it that it does
 * not exist, lies in a tenant out of reach, or that `id` cannot be a key. `query` may hold `$select` and `$expand`;
 * `permission` stands in for the declaration's, as after a write by someone who may edit.
 */
export const readEntity = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  entity: EntityDeclaration,
  id: string | number,
  options: { readonly query?: string; readonly permission?: Permission | readonly Permission[] } = {},
): Promise<string | undefined> => {
  if (!isKey(entity, String(id))) return undefined;
  const permission = options.permission ?? entity.permission;
  const query = parseListQuery(options.query ?? '');
  const { statement } = entityStatement({ declaration: entity, context, query, permission }, String(id));
  const text = await services.gate.readText(context, scopeRequestOf(entity, permission), statement);
  return text === '' ? undefined : text;
};
