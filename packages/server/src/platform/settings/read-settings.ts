import { StartUpError } from '../start-up-error.ts';
import { readSettingsFile, type SettingTexts } from './settings-file.ts';
import { settingNames, settings, type Setting, type SettingValues } from './settings.ts';
import { unknownVariables } from './unknown-variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that an environment sets; an empty variable counts as unset. */
const setIn = (environment: Environment): SettingTexts =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const text = environment[name];
      return text === undefined || text === '' ? [] : [[name, text]];
    }),
  );

/**
 * The merged settings of environment and file. Either form of the master key in the environment overrides the one in
 * the file.
 */
const mergedTexts = (fromEnvironment: SettingTexts): SettingTexts => {
  const path = fromEnvironment.CONFIG_FILE;
  if (path === undefined) return fromEnvironment;
  const { MASTER_KEY, MASTER_KEY_FILE, ...rest } = setIn(readSettingsFile(path));
  const hasKey = fromEnvironment.MASTER_KEY !== undefined || fromEnvironment.MASTER_KEY_FILE !== undefined;
  const key: SettingTexts = {
    ...(MASTER_KEY !== undefined && { MASTER_KEY }),
    ...(MASTER_KEY_FILE !== undefined && { MASTER_KEY_FILE }),
  };
  return { ...rest, ...(hasKey ? {} : key), ...fromEnvironment };
};

/**
 * Reads the settings of an environment and of the file named by its `CONFIG_FILE`.
 *
 * @throws StartUpError in one line that names every faulty setting and no value.
 */
export const readSettings = (environment: Environment): SettingValues => {
  const texts = mergedTexts(setIn(environment));
  const faults: string[] = [...unknownVariables(environment)];
  const values = settingNames.map((name) => {
    const setting: Setting = settings[name];
    const text = texts[name] ?? setting.default;
    if (text === undefined) return [name, undefined];
    const parsed = setting.schema.safeParse(text);
    if (!parsed.success) faults.push(...parsed.error.issues.map(({ message }) => `${name} ${message}`));
    return [name, parsed.data];
  });
  if (faults.length > 0) {
    const lines = [...new Set(faults)].map((fault) => fault.replace(/\.$/, ''));
    throw new StartUpError(`The configuration cannot be used: ${lines.join('; ')}.`);
  }
  return Object.fromEntries(values) as SettingValues;
};
