import type { Context } from '../../context.ts';
import type { ListOptions } from './list-query.ts';

/**
 * The options with the parameter alias `@me`, which filters may use without giving its value: the caller's mail in lower
 * case. Machines have none.
 */
export const withCallerAlias = (options: ListOptions, { actor }: Context): ListOptions =>
  actor.kind !== 'person' || options.aliases.has('me') || !options.texts.get('filter')?.includes('@me')
    ? options
    : {
        ...options,
        aliases: new Map([...options.aliases, ['me', `'${actor.userName.toLowerCase().replaceAll("'", "''")}'`]]),
      };
