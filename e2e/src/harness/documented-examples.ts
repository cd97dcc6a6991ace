import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDirectory } from './project.ts';

/** The commands of an example, and its documented output. */
export interface DocumentedExample {
  readonly commands: string;
  /** The line of the document where the commands begin. */
  readonly line: number;
  /** Language and text of the following block, if any. */
  readonly answer: { readonly language: string; readonly text: string } | undefined;
}

const fence = /^```(\w+)\n(.*?)^```$/gms;

/** The `sh` blocks of a Markdown file, each with the block after it. */
export async function documentedExamples(file: string): Promise<readonly DocumentedExample[]> {
  const text = await readFile(join(projectDirectory, file), 'utf8');
  const blocks = [...text.matchAll(fence)].map(([, language = '', content = ''], index, all) => ({
    language,
    content,
    line: text.slice(0, all[index]?.index).split('\n').length + 1,
  }));
  return blocks.flatMap(({ language, content, line }, index) => {
    if (language !== 'sh') return [];
    const next = blocks[index + 1];
    const answer = next && next.language !== 'sh' ? { language: next.language, text: next.content } : undefined;
    return [{ commands: content, line, answer }];
  });
}

/** The members of the documented value that the actual value lacks or has with another type, one line each. */
export function differences(documented: unknown, actual: unknown, path = 'answer'): readonly string[] {
  if (Array.isArray(documented)) {
    if (!Array.isArray(actual)) return [`${path} is no array`];
    if (documented.length === 0) return [];
    return actual.length === 0 ? [`${path} is empty`] : differences(documented[0], actual[0], `${path}[0]`);
  }
  if (typeof documented === 'object' && documented !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${path} is no object`];
    const members = new Map(Object.entries(actual));
    return Object.entries(documented).flatMap(([name, value]) =>
      members.has(name) ? differences(value, members.get(name), `${path}.${name}`) : [`${path}.${name} is missing`],
    );
  }
  if (documented === null || actual === null) return [];
  return typeof documented === typeof actual ? [] : [`${path} is ${JSON.stringify(actual)}`];
}
