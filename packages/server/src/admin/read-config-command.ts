import { UsageError } from './usage-error.ts';
import { noFurtherArguments, requiredArgument } from './words.ts';

/** A `config` command; the tenant is given by name or id. */
export type ConfigCommand =
  | { readonly verb: 'config'; readonly step: 'schema' }
  | { readonly verb: 'config'; readonly step: 'export'; readonly tenant: string }
  | { readonly verb: 'config'; readonly step: 'plan'; readonly tenant: string; readonly file: string }
  | {
      readonly verb: 'config';
      readonly step: 'apply';
      readonly tenant: string;
      readonly file: string;
      readonly plan: string;
    };

interface Given {
  readonly tenant?: string | undefined;
  readonly plan?: string | undefined;
}

/**
 * Parses the arguments after `config`.
 *
 * @throws UsageError with one line that states what is missing or wrong.
 */
export const readConfigCommand = (words: readonly string[], given: Given): ConfigCommand => {
  const [step, ...rest] = words;
  const tenant = (): string => requiredArgument(given.tenant, 'Give --tenant <tenant>.');
  const takes = (count: number, plan: boolean): void => {
    noFurtherArguments(rest.slice(count));
    if (!plan && given.plan !== undefined)
      throw new UsageError(`config ${step ?? ''} does not accept --plan. See --help.`);
  };
  switch (step) {
    case 'schema':
      takes(0, false);
      if (given.tenant !== undefined) throw new UsageError('config schema does not accept --tenant. See --help.');
      return { verb: 'config', step };
    case 'export':
      takes(0, false);
      return { verb: 'config', step, tenant: tenant() };
    case 'plan':
      takes(1, false);
      return { verb: 'config', step, tenant: tenant(), file: requiredArgument(rest[0], 'Give a file.') };
    case 'apply':
      takes(1, true);
      return {
        verb: 'config',
        step,
        tenant: tenant(),
        file: requiredArgument(rest[0], 'Give a file.'),
        plan: requiredArgument(given.plan, 'Give --plan <plan> with the name that config plan printed.'),
      };
    default:
      throw new UsageError('config needs export, plan, apply or schema. See --help.');
  }
};
