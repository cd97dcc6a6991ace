import { controlSetLimits } from '@cfs/contracts/compliance';
import { importBounds } from '../areas/compliance/import-bounds.ts';
import { parseJson } from '../platform/http/json-body.ts';
import { Problem } from '../platform/problems.ts';
import { CommandError } from './command-error.ts';
import { readFileWithin } from './read-file-within.ts';

const readJson = async (path: string): Promise<unknown> => {
  const bytes = await readFileWithin(path, controlSetLimits.bodyBytes);
  try {
    return parseJson(bytes, importBounds);
  } catch (error) {
    if (error instanceof Problem) throw new CommandError(`${path}: ${error.detail}`);
    throw error;
  }
};

const member = (file: unknown, name: string): unknown =>
  typeof file === 'object' && file !== null && name in file
    ? Object.entries(file).find(([key]) => key === name)?.[1]
    : undefined;

/**
 * Reads the file of a control set. With the path of a profile, returns the catalogue and the profile combined.
 *
 * @throws CommandError for a file that cannot be read, or that lacks the catalogue or the profile.
 */
export const readControlFiles = async (path: string, profilePath: string | undefined): Promise<unknown> => {
  const file = await readJson(path);
  if (profilePath === undefined) return file;
  const [catalog, profile] = [member(file, 'catalog'), member(await readJson(profilePath), 'profile')];
  if (catalog === undefined) throw new CommandError(`${path} does not contain an OSCAL catalogue.`);
  if (profile === undefined) throw new CommandError(`${profilePath} does not contain an OSCAL profile.`);
  return { catalog, profile };
};
