import { readFileSync } from 'node:fs';
import { codeOrName } from '../error-code.ts';
import { StartUpError } from '../start-up-error.ts';
import { closestName } from './closest-name.ts';
import { settingNames, settings, type Setting, type SettingName } from './settings.ts';

export type SettingTexts = Partial<Record<SettingName, string>>;

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;

/** The text without its quotes, if it has any. */
const unquoted = (text: string): string => /^(["'])(.*)\1$/.exec(text)?.[2] ?? text;

const isSetting = (name: string): name is SettingName => (settingNames as readonly string[]).includes(name);

/** The fault of a name in the file, worded to follow the name; `undefined` for a setting that the file may set. */
const nameFault = (name: string): string | undefined => {
  if (isSetting(name)) {
    const setting: Setting = settings[name];
    return setting.isEnvironmentOnly ? 'is read only from the environment' : undefined;
  }
  const similar = closestName(name, settingNames);
  return `is not a setting${similar === undefined ? '; docs/operating.md lists all settings' : `; did you mean ${similar}?`}`;
};

/**
 * Reads a settings file: `NAME=value` lines, blank lines and lines that start with `#`; a value may be quoted. No
 * message contains a value, because it may be a misplaced secret.
 *
 * @throws StartUpError in one line that names every faulty line.
 */
export const readSettingsFile = (path: string): SettingTexts => {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartUpError(`The settings at ${path} (CONFIG_FILE) cannot be read: ${codeOrName(error)}.`, {
      cause: error,
    });
  }
  const texts: SettingTexts = {};
  const faults: string[] = [];
  for (const [at, line] of content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const [, name, value = ''] = assignment.exec(text) ?? [];
    const place = `line ${at + 1}`;
    if (name === undefined) faults.push(`${place} is not NAME=value`);
    else {
      const fault = nameFault(name);
      if (fault !== undefined) faults.push(`${place}: ${name} ${fault}`);
      else if (Object.hasOwn(texts, name)) faults.push(`${place}: ${name} is set twice`);
      else texts[name as SettingName] = unquoted(value);
    }
  }
  if (faults.length > 0)
    throw new StartUpError(`The settings at ${path} (CONFIG_FILE) cannot be used: ${faults.join('; ')}`);
  return texts;
};
