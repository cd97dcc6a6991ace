declare module 'mailauth/lib/parse-dkim-headers.js' {
  /** One method of an Authentication-Results header: its result, and its properties by their type. */
  interface MethodResult {
    readonly value: string;
    readonly header?: Readonly<Record<string, string>>;
    readonly smtp?: Readonly<Record<string, string>>;
  }

  /** Parses a header line; of `Authentication-Results` by the grammar of RFC 8601. */
  const parseHeader: (line: string) => {
    readonly parsed: {
      /** The authserv-id. */
      readonly value?: string;
      readonly auth?: MethodResult;
      readonly dkim?: readonly MethodResult[];
      readonly dmarc?: MethodResult;
      readonly spf?: MethodResult;
    };
  };
  export { parseHeader as default };
}
