import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { differences, documentedExamples, type DocumentedExample } from '../harness/documented-examples.ts';
import { journey } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import { projectDirectory } from '../harness/project.ts';

const examples = await documentedExamples('docs/api.md');
/** Defines `curl` as harness/curl.ts if it is missing. */
const curl = `command -v curl >/dev/null || curl() { '${process.execPath}' '${projectDirectory}/e2e/src/harness/curl.ts' "$@"; }\n`;
const mark = '=== what the next example printed ===';

/** Runs all commands in one shell; resolves to the output of each. */
const run = async (product: Product): Promise<readonly string[]> => {
  const script = examples.map(({ commands }) => `${commands}\necho; echo '${mark}'\n`).join('');
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-eu', '-c', curl + script.replaceAll('http://localhost:8080', product.address)],
    {
      cwd: projectDirectory,
      env: { ...process.env, DATA_DIR: product.dataDirectory },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return stdout.split(mark).map((text) => text.trim());
};

const faultsOf = ({ answer }: DocumentedExample, printed: string): readonly string[] => {
  if (!answer) return [];
  if (answer.language === 'json') return differences(JSON.parse(answer.text), JSON.parse(printed));
  if (answer.language === 'csv' || answer.language === 'xml')
    return printed.startsWith(answer.text.trim()) ? [] : [`begins with ${printed.slice(0, 200)}`];
  return printed.endsWith(answer.text.trim()) ? [] : [`ends with ${printed.slice(-200)}`];
};

describe('the examples of the API guide', () => {
  journey('run as written and return what they document', async ({ product }) => {
    const printed = await run(product);
    expect(examples.length).toBeGreaterThan(10);
    for (const [index, example] of examples.entries()) {
      const text = printed[index] ?? '';
      expect(faultsOf(example, text), `docs/api.md:${example.line}: ${text.slice(0, 1_000)}`).toEqual([]);
    }
  });
});
