import { areas } from '../areas.ts';
import type { Context } from '../platform/context.ts';
import type { Services } from '../platform/services.ts';
import { jsonSchemaOf } from '../platform/tenant-configuration/configuration-schema.ts';
import { maxFileBytes } from '../platform/tenant-configuration/read-yaml.ts';
import {
  applyConfiguration,
  configurationOf,
  exportConfiguration,
  planConfiguration,
  type ConfigurationPlan,
} from '../platform/tenant-configuration/tenant-configuration.ts';
import { CommandError } from './command-error.ts';
import type { ConfigCommand } from './read-config-command.ts';
import { readFileWithin } from './read-file-within.ts';

const configuration = configurationOf(areas);

const readText = async (path: string): Promise<string> => {
  const bytes = await readFileWithin(path, maxFileBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${path} is not UTF-8 text.`);
  }
};

const counted = ({ created, changed, removed }: ConfigurationPlan): string =>
  `${created} to create, ${changed} to change, ${removed} to remove.`;

const planLines = (plan: ConfigurationPlan): string[] =>
  plan.created + plan.changed + plan.removed === 0
    ? [...plan.lines, 'The tenant matches the file.']
    : [...plan.lines, counted(plan), `Plan ${plan.fingerprint}: config apply with --plan ${plan.fingerprint}.`];

/**
 * Exports, plans or applies the configuration of the context's tenant. Returns the lines to print.
 *
 * @throws ConfigurationRefused with a line for each fault.
 */
export const runConfig = async (
  services: Services,
  context: Context,
  command: ConfigCommand,
): Promise<readonly string[]> => {
  switch (command.step) {
    case 'schema':
      return [JSON.stringify(jsonSchemaOf(configuration.parts), undefined, 2)];
    case 'export':
      return [(await exportConfiguration(services, context, configuration)).replace(/\n$/, '')];
    case 'plan':
      return planLines(await planConfiguration(services, context, configuration, await readText(command.file)));
    case 'apply': {
      const text = await readText(command.file);
      const { created, changed, removed, lines } = await applyConfiguration(
        services,
        context,
        configuration,
        text,
        command.plan,
      );
      return [...lines, `${created} created, ${changed} changed, ${removed} removed.`];
    }
  }
};
