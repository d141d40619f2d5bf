import { callJson, CallError } from '../common/call-json.js';
import { SmsError, type SmsFailure } from './provider.js';

export { property } from '../common/call-json.js';

/**
 * Returns what an HTTP status says about a message that wasn't confirmed: 'refused' from 300 to 499, 'unknown' otherwise. After a 5xx
 * the message may have been accepted, because the status may come from a proxy in front of the provider.
 */
export function failureOfStatus(status: number): SmsFailure {
  return status >= 300 && status < 500 ? 'refused' : 'unknown';
}

function failureOf({ status, isUnsent }: CallError): SmsFailure {
  if (isUnsent) return 'refused';
  return status === undefined ? 'unknown' : failureOfStatus(status);
}

/**
 * Calls a provider over HTTP, with callJson().
 * @returns the status and the JSON body of the answer, whatever the status is
 * @throws SmsError if the request can't be made, there is no answer, or it's incomplete, too long or no JSON
 */
export async function callProvider(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  try {
    return await callJson(url, init);
  } catch (error) {
    throw error instanceof CallError ? new SmsError(error.message, failureOf(error)) : error;
  }
}

/** A provider's error number, for the log. Anything but a number becomes 'unknown', because it could quote the request. */
export function loggableErrorNumber(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : 'unknown';
}
