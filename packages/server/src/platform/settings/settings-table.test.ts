import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { features } from '@cfs/contracts/features';
import { expect, it } from 'vitest';
import { settingNames, settings, type Setting } from './settings.ts';

const guide = join(import.meta.dirname, '../../../../../docs/operating.md');

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the table whose first column has the header. */
const tableOf = async (header: string): Promise<string[][]> => {
  const lines = (await readFile(guide, 'utf8')).split('\n');
  const start = lines.findIndex((line) => cellsOf(line)[0] === header);
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  return start === -1 ? [] : lines.slice(start + 2, end).map(cellsOf);
};

const documentedDefault = ({ default: text, otherwise }: Setting): string =>
  otherwise ?? (text === undefined || text === '' ? 'none' : `\`${text}\``);

it('documents every setting with its default and meaning', async () => {
  const expected = settingNames.map((name) => {
    const setting: Setting = settings[name];
    return [`\`${name}\``, documentedDefault(setting), setting.meaning];
  });
  expect(await tableOf('setting')).toEqual(expected);
});

it('documents every feature', async () => {
  const expected = Object.entries(features).map(([name, { meaning }]) => [`\`${name}\``, meaning]);
  expect(await tableOf('feature')).toEqual(expected);
});
