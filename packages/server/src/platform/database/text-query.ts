import pg from 'pg';

/** An undeclared function of pg that serialises a parameter value. */
const { prepareValue } = (
  pg as typeof pg & { readonly utils: { readonly prepareValue: (value: unknown) => string | null } }
).utils;

/** Callbacks of a text query; called at most once in total. */
interface TextQueryOptions {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Name of the prepared statement, if any. */
  readonly name: string | undefined;
  /** Whether the connection has prepared the statement. */
  readonly isPrepared: boolean;
  readonly resolve: (text: string) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A select of a single text for `pg.Client.query`. It skips the description of the result and builds no rows, which
 * saves a tenth of the processor time of a short page.
 */
export class TextQuery implements pg.Submittable {
  /** Read by pg to track prepared statements. */
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
    // The result is complete at ReadyForQuery.
  }

  handleReadyForQuery(): void {
    if (typeof this.answer === 'string') this.options.resolve(this.answer);
    else this.options.reject(new TypeError('The statement did not return a single text.'));
  }

  handleError(error: unknown): void {
    this.options.reject(error);
  }
}
