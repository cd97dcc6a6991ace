import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase, ScopeRequest } from '../../platform/database/gate.ts';

/** Something that references a secret. */
export interface SecretUser {
  readonly kind: 'action' | 'device operation' | 'protocol' | 'rule';
  readonly name: string;
}

/** Finds within a scope what references a tenant's secret: rows of the tenant and shared ones. Sorted by name. */
export type FindSecretUsers = (
  db: ScopedDatabase,
  context: Context,
  scope: ScopeRequest,
  secret: { readonly tenantId: string; readonly name: string },
) => Promise<SecretUser[]>;

/** SQL for whether a text, or JSON with texts, contains a placeholder of the secret. */
export const readsSecret = (text: RawBuilder<string>, name: string): RawBuilder<boolean> => {
  const pattern = String.raw`\{\{[^{}]*secret:${name.replaceAll('.', String.raw`\.`)}(?![A-Za-z0-9_.-])[^{}]*\}\}`;
  return sql<boolean>`${text} ~ ${pattern}`;
};

const usersNamed = 5;

/** Describes what references a secret, in words. */
export const describeUsers = (users: readonly SecretUser[]): string => {
  const named = users.slice(0, usersNamed).map(({ kind, name }) => `the ${kind} "${name}"`);
  const more = users.length > usersNamed ? [`${users.length - usersNamed} more`] : [];
  const words = [...named, ...more];
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
};
