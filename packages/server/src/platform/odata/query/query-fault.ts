import { ODataSyntaxError } from '@cfs/odata';
import { notImplemented, Problem } from '../../problems.ts';

/** 400 for an invalid option; names the option and the position in it. */
export const queryFault = (option: string, message: string, position: number): Problem =>
  new Problem({
    status: 400,
    title: 'The query is not valid.',
    detail: `${option}: ${message} (position ${position})`,
    errors: { [option]: [message] },
    extensions: { option, position },
  });

/** 501 for an unsupported construct of the standard. */
export const unsupportedQuery = (option: string, construct: string, position: number): Problem =>
  notImplemented(`${option}: ${construct} is not supported. (position ${position})`, { option, position });

/** Runs a parser; its syntax errors become problem documents of the option. */
export const parseOption = <Result>(option: string, parse: () => Result): Result => {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ODataSyntaxError)) throw error;
    if (!error.unsupported) throw queryFault(option, error.message, error.position);
    throw notImplemented(`${option}: ${error.message} (position ${error.position})`, {
      option,
      position: error.position,
    });
  }
};
