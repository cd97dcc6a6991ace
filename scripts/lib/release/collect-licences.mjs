import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const licenceFile = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;

/**
 * The licences of the packages of an archive: the name, version, licence and licence texts of each.
 * @param {readonly { name: string, version: string, licence: string, directory: string }[]} packages
 * @returns {string}
 */
export function collectLicences(packages) {
  const parts = packages.map(({ name, version, licence, directory }) => {
    const files = existsSync(directory) ? readdirSync(directory).filter((file) => licenceFile.test(file)) : [];
    const texts = files.sort().map((file) => readFileSync(join(directory, file), 'utf8').trim());
    return [`${name} ${version}: ${licence}`, ...texts].join('\n\n');
  });
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
