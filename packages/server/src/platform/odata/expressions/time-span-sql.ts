/** The expression of a `timeSpan` property whose column holds seconds, by the alias of the row. */
export const timeSpanOf =
  (secondsColumn: string) =>
  (alias: string): string => {
    const seconds = `${alias}.${secondsColumn}`;
    return (
      `case when ${seconds} >= 86400 then (${seconds} / 86400)::text || '.' else '' end || ` +
      `to_char(make_interval(secs => ${seconds} % 86400), 'HH24:MI:SS')`
    );
  };
