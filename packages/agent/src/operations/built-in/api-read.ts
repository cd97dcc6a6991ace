import { OperationError } from '../operation-result.ts';
import { faultOf, type BuiltInOperation } from './built-in-operation.ts';
import { findJsonPath, parseJson } from './find-json-path.ts';
import { callHttp, readHttpCall } from './http-call.ts';

/** Reads one value from a JSON response. */
export const apiRead: BuiltInOperation = async (parameters, { network, signal }) => {
  const { call, expects } = readHttpCall(parameters);
  const path = parameters.required('JsonPath').trim();
  const answer = await callHttp(call, network, signal).catch((error: unknown) => {
    throw new OperationError(faultOf(error));
  });
  if (!expects(answer.status)) throw new OperationError(`the response has status ${answer.status}`);
  const value = findJsonPath(path, parseJson('the response', answer.body));
  if (value === undefined) throw new OperationError(`${path} matches nothing in the response`);
  return { value, metrics: { ResponseMilliseconds: answer.milliseconds, StatusCode: answer.status } };
};
