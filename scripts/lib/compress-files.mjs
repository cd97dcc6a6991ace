import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:css|js|json|svg|txt)$/;
const SMALLEST = 1_024;

const encodings = [
  { extension: '.br', compress: promisify(brotliCompress), options: sizeHint },
  { extension: '.gz', compress: promisify(gzip), options: () => ({ level: constants.Z_BEST_COMPRESSION }) },
];

/**
 * Writes a `.br` and a `.gz` at the maximum level next to each file in the directory, if it is smaller.
 * @param {string} directory
 */
export async function compressFiles(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
}

/** @param {string} path */
async function compressFile(path) {
  const content = await readFile(path);
  if (content.length < SMALLEST) return;
  for (const { extension, compress, options } of encodings) {
    const compressed = await compress(content, options(content));
    if (compressed.length < content.length) await writeFile(path + extension, compressed);
  }
}

/** @param {Buffer} content */
function sizeHint(content) {
  return { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
}
