import { Input } from './input.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { readQuoted } from './literal-parser.ts';
import type { SearchExpression, SearchTerm } from './tree.ts';

/** Within `$expand` options a semicolon ends the search. */
const nestedWord = /[^\s"'();][^\s"();]*/uy;
const word = /[^\s"'()][^\s"()]*/uy;
const phrase = /"((?:[^"\\]|\\.)*)"/suy;

/**
 * Parses the value of `$search`. `NOT` has a higher precedence than `AND`, and `AND` than `OR`. They are operators only
 * in capitals and where an operand follows, otherwise words.
 *
 * @throws ODataSyntaxError
 */
export function parseSearch(text: string, limits: Limits = defaultLimits): SearchExpression {
  const input = new Input(text, limits);
  input.skipBlanks();
  const search = readSearch(input);
  input.expectEnd();
  return search;
}

/** Reads a search up to its end or to an unmatched closing parenthesis. */
export function readSearch(input: Input): SearchExpression {
  return new SearchReader(input, word).readAll();
}

/** Reads a search within `$expand` options. */
export function readNestedSearch(input: Input): SearchExpression {
  return new SearchReader(input, nestedWord).readAll();
}

class SearchReader {
  readonly #input: Input;
  readonly #word: RegExp;

  constructor(input: Input, wordPattern: RegExp) {
    this.#input = input;
    this.#word = wordPattern;
  }

  readAll(): SearchExpression {
    if (this.#input.next !== "'") return this.#readOr();
    const position = this.#input.position;
    const text = readQuoted(this.#input);
    if (text === '') this.#input.fail('The search is empty.', position + 1);
    return this.#term(text, true, position);
  }

  #readOr(): SearchExpression {
    const input = this.#input;
    const position = input.position;
    let left = this.#readAnd();
    for (;;) {
      const start = input.position;
      if (!input.skipBlanks() || !this.#takeOperator('OR')) {
        input.position = start;
        return left;
      }
      left = { kind: 'searchBinary', position, operator: 'or', left, right: this.#readAnd() };
    }
  }

  #readAnd(): SearchExpression {
    const input = this.#input;
    const position = input.position;
    let left = this.#readNot();
    for (;;) {
      const start = input.position;
      if (!input.skipBlanks() || !this.#standsAtOperand() || this.#standsAtOperator('OR')) {
        input.position = start;
        return left;
      }
      this.#takeOperator('AND');
      left = { kind: 'searchBinary', position, operator: 'and', left, right: this.#readNot() };
    }
  }

  #readNot(): SearchExpression {
    const input = this.#input;
    const position = input.position;
    if (!this.#takeOperator('NOT')) return this.#readOperand();
    input.countSearchNode(position);
    return { kind: 'searchNot', position, operand: input.nested(() => this.#readNot()) };
  }

  #readOperand(): SearchExpression {
    const input = this.#input;
    if (input.take('(')) {
      input.skipBlanks();
      const search = input.nested(() => this.#readOr());
      input.skipBlanks();
      input.expect(')');
      return search;
    }
    if (input.next === '"') return this.#readPhrase();
    const position = input.position;
    const text = this.#peekWord() ?? input.unexpected('a word');
    input.position += text.length;
    return this.#term(text, false, position);
  }

  #readPhrase(): SearchTerm {
    const input = this.#input;
    const position = input.position;
    phrase.lastIndex = position;
    const [written, text = ''] =
      phrase.exec(input.text) ?? input.fail('The phrase has no closing quote.', input.text.length);
    if (text === '') input.fail('The phrase is empty.', position + 1);
    input.position += written.length;
    return this.#term(text.replaceAll(/\\(["\\])/g, '$1'), true, position);
  }

  #term(text: string, isPhrase: boolean, position: number): SearchTerm {
    this.#input.countSearchNode(position);
    return { kind: 'searchTerm', position, text, phrase: isPhrase };
  }

  #takeOperator(name: 'AND' | 'OR' | 'NOT'): boolean {
    if (!this.#standsAtOperator(name)) return false;
    this.#input.position += name.length;
    this.#input.skipBlanks();
    return true;
  }

  #standsAtOperator(name: 'AND' | 'OR' | 'NOT'): boolean {
    const input = this.#input;
    const start = input.position;
    const found = this.#peekWord() === name && input.take(name) && input.skipBlanks() && this.#standsAtOperand();
    input.position = start;
    return found;
  }

  #standsAtOperand(): boolean {
    const { next } = this.#input;
    return next === '(' || next === '"' || this.#peekWord() !== undefined;
  }

  #peekWord(): string | undefined {
    this.#word.lastIndex = this.#input.position;
    return this.#word.exec(this.#input.text)?.[0];
  }
}
