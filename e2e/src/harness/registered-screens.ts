import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from './project.ts';

const registry = join(projectDirectory, 'packages', 'portal', 'src', 'app', 'screens.ts');

/** The paths of the screens that the portal registers, such as `/locations`. */
export const registeredScreens = (): readonly string[] => {
  const paths = [...readFileSync(registry, 'utf8').matchAll(/\bpath: '(\/[^']+)'/g)].map(([, path]) => path ?? '');
  if (paths.length === 0) throw new Error(`${registry} registers no screens in the form that is read here.`);
  return paths;
};
