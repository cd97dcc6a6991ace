import type { Limits } from './limits.ts';
import { ODataSyntaxError } from './syntax-error.ts';

const identifier = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*/uy;
const longestIdentifier = 128;
const neverAllowed = /[\0\p{Surrogate}]/u;

/** What a query gives its parameter aliases, by their names without `@`. */
export type Aliases = ReadonlyMap<string, string>;

/**
 * A text being read from left to right, and what of its limits is used up.
 *
 * Readers look one token ahead and step back over it at most, so that the time is linear in the text.
 */
export class Input {
  text: string;
  readonly limits: Limits;
  /** What the query gives its parameter aliases, by their names without `@`; without it, aliases are unsupported. */
  readonly aliases: Aliases | undefined;
  /** Lambda variables in scope, the innermost last. */
  variables: string[] = [];
  position = 0;
  private nodes = 0;
  private searchNodes = 0;
  private depth = 0;
  /** The identifier that was looked at last, and where: several readers ask in turn about the same one. */
  private peeked = { position: -1, identifier: '' };
  /** The aliases whose values are being read, the innermost last, and where the first of them stands. */
  private readonly open: string[] = [];
  private openedAt = 0;
  private aliasCharacters = 0;

  /** @throws ODataSyntaxError at a NUL or a lone surrogate, wherever it stands. */
  constructor(text: string, limits: Limits, aliases?: Aliases) {
    this.text = text;
    this.limits = limits;
    this.aliases = aliases;
    this.checkCharacters();
  }

  private checkCharacters(): void {
    const offender = this.text.search(neverAllowed);
    if (offender >= 0) this.fail('A character is not allowed here.', offender);
  }

  /** The character at the position, or the empty string at the end. */
  get next(): string {
    return this.text.charAt(this.position);
  }

  take(character: string): boolean {
    if (!this.text.startsWith(character, this.position)) return false;
    this.position += character.length;
    return true;
  }

  expect(character: string): void {
    if (!this.take(character)) this.unexpected(`'${character}'`);
  }

  /** Skips spaces and tabs, and tells whether there were any. */
  skipBlanks(): boolean {
    const start = this.position;
    while (this.next === ' ' || this.next === '\t') this.position += 1;
    return this.position > start;
  }

  expectBlanks(): void {
    if (!this.skipBlanks()) this.unexpected('a space');
  }

  /** Takes a comma with the blanks around it; without a comma it takes nothing. */
  takeSeparator(character: ',' | ';'): boolean {
    const start = this.position;
    this.skipBlanks();
    if (this.take(character)) {
      this.skipBlanks();
      return true;
    }
    this.position = start;
    return false;
  }

  /** The identifier at the position, or the empty string; takes nothing. */
  peekIdentifier(): string {
    if (this.peeked.position !== this.position) {
      identifier.lastIndex = this.position;
      this.peeked = { position: this.position, identifier: identifier.exec(this.text)?.[0] ?? '' };
    }
    return this.peeked.identifier;
  }

  takeIdentifier(what: string): string {
    const name = this.peekIdentifier();
    if (name === '') this.unexpected(what);
    if (name.length > longestIdentifier) {
      this.fail(`A name has more than ${longestIdentifier} characters.`, this.position + longestIdentifier);
    }
    this.position += name.length;
    return name;
  }

  /** Takes the word if it stands here as a whole, in any case of its letters. */
  takeWord(word: string): boolean {
    if (this.peekIdentifier().toLowerCase() !== word) return false;
    this.position += word.length;
    return true;
  }

  expectEnd(): void {
    const start = this.position;
    if (this.skipBlanks() && this.next === '') this.position = start;
    if (this.next !== '') this.unexpected('the end');
  }

  /** Counts one node of the tree. */
  countNode(position: number): void {
    this.nodes += 1;
    if (this.nodes > this.limits.nodes) this.exceeded(`${this.limits.nodes} terms and operators`, position);
  }

  /** Counts one node of a search, of which there may be fewer: each is looked for in a long text. */
  countSearchNode(position: number): void {
    this.searchNodes += 1;
    if (this.searchNodes > this.limits.searchNodes) {
      this.exceeded(`${this.limits.searchNodes} terms and operators`, position);
    }
    this.countNode(position);
  }

  /** Reads what stands one level deeper. */
  nested<Result>(read: () => Result): Result {
    this.depth += 1;
    if (this.depth > this.limits.depth) this.exceeded(`${this.limits.depth} levels of nesting`, this.position);
    const result = read();
    this.depth -= 1;
    return result;
  }

  /**
   * Reads the value of an alias as if it stood here; faults within it are those of the place where the alias stands.
   * Nodes and levels count on, so that aliases of aliases grow no further than what is written out.
   */
  aliased<Result>(name: string, value: string, read: () => Result): Result {
    const { text, position, variables, openedAt } = this;
    if (this.open.includes(name)) this.fail(`The alias '@${name}' stands for itself.`);
    this.aliasCharacters += value.length;
    if (this.aliasCharacters > this.limits.aliasCharacters)
      this.exceeded(`${this.limits.aliasCharacters} characters in aliases`, position);
    if (this.open.length === 0) this.openedAt = position;
    this.open.push(name);
    this.enter(value, 0, []);
    this.checkCharacters();
    this.skipBlanks();
    const result = this.nested(read);
    this.expectEnd();
    this.open.pop();
    this.openedAt = openedAt;
    this.enter(text, position, variables);
    return result;
  }

  private enter(text: string, position: number, variables: string[]): void {
    Object.assign(this, { text, position, variables, peeked: { position: -1, identifier: '' } });
  }

  fail(message: string, position = this.position): never {
    throw this.refusal(message, position, false);
  }

  private refusal(message: string, position: number, unsupported: boolean): ODataSyntaxError {
    const [alias] = this.open;
    return alias === undefined
      ? new ODataSyntaxError(message, { position, unsupported })
      : new ODataSyntaxError(`In the alias '@${this.open.at(-1)}': ${message}`, {
          position: this.openedAt,
          unsupported,
        });
  }

  unexpected(expected: string): never {
    const character = this.text.codePointAt(this.position);
    this.fail(
      character === undefined
        ? `The text ends where ${expected} is expected.`
        : `'${String.fromCodePoint(character)}' stands where ${expected} is expected.`,
    );
  }

  exceeded(limit: string, position: number): never {
    this.fail(`There are more than ${limit}.`, position);
  }

  /** Refuses legal OData that lies outside the subset. */
  unsupported(construct: string, position = this.position): never {
    throw this.refusal(`${construct} is not supported.`, position, true);
  }
}

/**
 * Reads a text from its first to its last character.
 *
 * @throws ODataSyntaxError where the reader does, and for whatever is left over.
 */
export function readWhole<Result>(
  text: string,
  limits: Limits,
  read: (input: Input) => Result,
  aliases?: Aliases,
): Result {
  const input = new Input(text, limits, aliases);
  if (input.skipBlanks()) input.unexpected('an expression without a space before it');
  const result = read(input);
  input.expectEnd();
  return result;
}
