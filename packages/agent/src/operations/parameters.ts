import type { AgentOperation } from '@cfs/contracts/agent-operations';
import type { RuntimeFact } from '@cfs/contracts/operation-enumerations';
import { OperationError } from './operation-result.ts';

/** Values to which parameters of source RuntimeConfig can refer. */
export type RuntimeFacts = Readonly<Record<RuntimeFact, string>>;

/**
 * Resolves the values of an operation's parameters, by name.
 *
 * @throws OperationError for an environment variable that is not set, or an unknown runtime fact.
 */
export const resolveParameters = (
  { parameters }: Pick<AgentOperation, 'parameters'>,
  facts: RuntimeFacts,
  environment: NodeJS.ProcessEnv,
): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const { name, source, value } of parameters) {
    if (source === 'EnvironmentVariable') {
      const found = environment[value];
      if (found === undefined) throw new OperationError(`${name}: the environment variable ${value} is not set`);
      values[name] = found;
    } else if (source === 'RuntimeConfig') {
      if (!Object.hasOwn(facts, value)) throw new OperationError(`${name}: there is no runtime fact named ${value}`);
      values[name] = facts[value as RuntimeFact];
    } else {
      values[name] = value;
    }
  }
  return values;
};

/** Reads the parameters of a built-in operation; names are case-insensitive. */
export interface ParameterReader {
  /** @throws OperationError when it is missing or empty. */
  required(name: string): string;
  optional(name: string): string | undefined;
  /** @throws OperationError for anything but a whole number within the bounds. */
  integer(name: string, bounds: { readonly min: number; readonly max: number; readonly absent: number }): number;
  boolean(name: string, absent: boolean): boolean;
}

export const createParameterReader = (values: Readonly<Record<string, string>>): ParameterReader => {
  const byName = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  const optional = (name: string): string | undefined => {
    const value = byName.get(name.toLowerCase());
    return value === undefined || value.trim() === '' ? undefined : value;
  };
  return {
    optional,
    required: (name) => {
      const value = optional(name);
      if (value === undefined) throw new OperationError(`${name} is required`);
      return value;
    },
    integer: (name, { min, max, absent }) => {
      const value = optional(name);
      if (value === undefined) return absent;
      const number = Number(value);
      if (!Number.isInteger(number) || number < min || number > max) {
        throw new OperationError(`${name} must be a whole number from ${min} to ${max}`);
      }
      return number;
    },
    boolean: (name, absent) => {
      const value = optional(name)?.toLowerCase();
      if (value === undefined) return absent;
      if (value !== 'true' && value !== 'false') throw new OperationError(`${name} must be true or false`);
      return value === 'true';
    },
  };
};
