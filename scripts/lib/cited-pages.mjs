import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './project.mjs';

/**
 * The anchor of a Markdown heading.
 * @param {string} heading
 */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** @type {Map<string, Set<string>>} */
const anchors = new Map();

/** @param {string} page */
const anchorsOf = (page) => {
  const known = anchors.get(page);
  if (known) return known;
  const headings = [...readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm)];
  const found = new Set(headings.map(([, heading = '']) => anchorOf(heading)));
  anchors.set(page, found);
  return found;
};

const decisions = new Set(readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4)));

/** @type {(text: string, at: number) => number} */
const lineOf = (text, at) => text.slice(0, at).split('\n').length;

/** @type {(page: string, anchor: string | undefined) => string | undefined} */
const pageFault = (page, anchor) => {
  if (!existsSync(join(root, page))) return `there is no page ${page}`;
  return anchor !== undefined && !anchorsOf(page).has(anchor) ? `${page} has no heading #${anchor}` : undefined;
};

const citedPage = /\bdocs\/[\w/-]+\.md(?:#([\w-]+))?/g;
const citedDecision = /\bdecisions\/(\d{4})\b/g;
/** A comment that cites a document outside of the repository. */
const outsideDocument = /^\s*(?:\/\*\*?|\*|\/\/).*\b(?:specifications?\b|decisions, sections?\b)/gim;

/**
 * The broken citations of a file (page, heading, decision), and citations of documents outside of the repository.
 * @param {string} file
 * @param {string} text
 */
export const citationFaults = (file, text) => {
  /** @type {string[]} */
  const faults = [];
  /** @type {(at: number, fault: string) => number} */
  const report = (at, fault) => faults.push(`${file}:${lineOf(text, at)}: ${fault}`);
  for (const { index, 0: cited, 1: anchor } of text.matchAll(citedPage)) {
    const fault = pageFault(cited.split('#', 1).join(''), anchor);
    if (fault) report(index, fault);
  }
  for (const { index, 1: number = '' } of text.matchAll(citedDecision))
    if (!decisions.has(number)) report(index, `there is no decision ${number}`);
  if (!file.endsWith('.md'))
    for (const { index, 0: line } of text.matchAll(outsideDocument))
      report(index + line.search(/\S/), 'names a document outside the repository; cite a page of docs/reference');
  return faults;
};

const link = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

/**
 * The broken links of a page.
 * @param {string} file
 * @param {string} text
 */
export const linkFaults = (file, text) =>
  [...text.matchAll(link)].flatMap(({ index, 1: path = '', 2: anchor }) => {
    const target = path === '' ? file : normalize(join(dirname(file), path));
    const fault = pageFault(target, target.endsWith('.md') ? anchor : undefined);
    return fault ? [`${file}:${lineOf(text, index)}: ${fault}`] : [];
  });

const quote = /^```\w+ (\S+)\n([^]*?)^```$/gm;

/**
 * The lines of quoted code that are not in the named file in the same order, ignoring white space.
 * @param {string} file
 * @param {string} text
 */
export const quoteFaults = (file, text) =>
  [...text.matchAll(quote)].flatMap(({ index, 1: path = '', 2: code = '' }) => {
    const at = `${file}:${lineOf(text, index)}`;
    if (!existsSync(join(root, path))) return [`${at}: there is no file ${path}`];
    const lines = readFileSync(join(root, path), 'utf8')
      .split('\n')
      .map((line) => line.trim());
    let next = 0;
    return code
      .trimEnd()
      .split('\n')
      .flatMap((line) => {
        const found = lines.indexOf(line.trim(), next);
        if (found === -1) return [`${at}: ${path} does not contain, here: ${line.trim()}`];
        next = found + 1;
        return [];
      });
  });
