import pg from 'pg';

/** What pg leaves out of its types: how it makes a parameter of a value. */
const { prepareValue } = (
  pg as typeof pg & { readonly utils: { readonly prepareValue: (value: unknown) => string | null } }
).utils;

/** What a query of one text is told; both are called at most once. */
interface TextQueryOptions {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Of the prepared statement, where there is one. */
  readonly name: string | undefined;
  /** Whether the connection has prepared it before. */
  readonly isPrepared: boolean;
  readonly resolve: (text: string) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A select of one text. It asks for no description of what comes back, which for a short page would cost PostgreSQL and
 * this process a tenth of their time, and makes no rows. `pg.Client.query` takes it and calls its handlers.
 */
export class TextQuery implements pg.Submittable {
  /** Read by pg, which notes by them what has been prepared. */
  readonly text: string;
  readonly name: string | undefined;
  readonly callback: (error: unknown) => void;
  private readonly options: TextQueryOptions;
  private readonly parameters: (string | null)[];
  private answer: string | null | undefined;

  constructor(options: TextQueryOptions) {
    this.options = options;
    this.text = options.text;
    this.name = options.name;
    this.callback = options.reject;
    // Serialised here, so that an invalid value fails this caller only.
    this.parameters = options.values.map((value) => prepareValue(value));
  }

  submit(connection: pg.Connection): null {
    const { text, name = '', isPrepared } = this.options;
    connection.stream.cork();
    try {
      if (!isPrepared) connection.parse({ text, name, types: [] }, true);
      connection.bind({ statement: name, values: this.parameters }, true);
      connection.execute(null, true);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleDataRow({ fields: [field] }: { readonly fields: readonly (string | null)[] }): void {
    this.answer = this.answer === undefined ? field : null;
  }

  handleCommandComplete(): void {
    // The answer is complete once the connection is ready again.
  }

  handleReadyForQuery(): void {
    if (typeof this.answer === 'string') this.options.resolve(this.answer);
    else this.options.reject(new TypeError('The statement did not return a single text.'));
  }

  handleError(error: unknown): void {
    this.options.reject(error);
  }
}
