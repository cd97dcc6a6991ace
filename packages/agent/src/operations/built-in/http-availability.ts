import { OperationError } from '../operation-result.ts';
import { faultOf, type BuiltInOperation } from './built-in-operation.ts';
import { callHttp, readHttpCall, type HttpAnswer } from './http-call.ts';

/** Checks whether an address responds as expected. */
export const httpAvailability: BuiltInOperation = async (parameters, { network, signal }) => {
  const { call, expects } = readHttpCall(parameters);
  const expectedText = parameters.optional('ExpectedText');
  let answer: HttpAnswer;
  try {
    answer = await callHttp(call, network, signal);
  } catch (error) {
    if (signal.aborted || error instanceof OperationError) throw error;
    return { value: 0, states: { Available: false }, error: faultOf(error) };
  }
  const metrics = { ResponseMilliseconds: answer.milliseconds, StatusCode: answer.status };
  const fault = !expects(answer.status)
    ? `the response has status ${answer.status}`
    : expectedText !== undefined && !answer.body.includes(expectedText)
      ? 'the response does not contain the expected text'
      : undefined;
  if (fault === undefined) return { value: 1, metrics, states: { Available: true } };
  return { value: 0, metrics, states: { Available: false }, error: fault };
};
