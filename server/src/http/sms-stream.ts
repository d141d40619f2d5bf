import { setMaxListeners } from 'node:events';
import { streamSSE } from 'hono/streaming';
import type { MockProvider, MockSmsRecord } from '../sms/mock.js';
import type { RequestContext } from './request-context.js';

/** The time between two comments on an idle stream, in milliseconds. Proxies close connections that are silent for too long. */
const HEARTBEAT_INTERVAL_MS = 15_000;

/**
 * Creates the handler of `GET /dev/sms`, in development only: a stream of the mock provider's messages as server-sent
 * events, whose `data` is `{to, from, text, at}`. It begins with the kept messages, or with those after `Last-Event-ID`.
 */
export function createSmsStream(mock: MockProvider, stopping: AbortSignal): (c: RequestContext) => Response {
  // Each open stream adds a listener, and Node.js would warn of a leak at the eleventh.
  setMaxListeners(0, stopping);
  return c => {
    // The body of an answer to HEAD is discarded, so a stream would never be read or closed.
    if (c.req.method === 'HEAD') {
      return c.body(null, 200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
    }
    const lastId = Number(c.req.header('Last-Event-ID') ?? 0);
    return streamSSE(c, async stream => {
      let pending: MockSmsRecord[] = [...mock.after(Number.isSafeInteger(lastId) ? lastId : 0)];
      let wake: () => void = () => undefined;
      const unsubscribe = mock.subscribe(record => {
        pending.push(record);
        wake();
      });
      const onEnd = () => {
        wake();
      };
      stream.onAbort(onEnd);
      stopping.addEventListener('abort', onEnd);
      const writeComment = () => stream.write(': \n\n');
      const timer = setInterval(() => {
        writeComment().catch(() => undefined);
      }, HEARTBEAT_INTERVAL_MS);
      const isEnding = () => stream.aborted || stopping.aborted;
      try {
        await writeComment();
        while (!isEnding()) {
          const batch = pending;
          pending = [];
          for (const { id, sms } of batch) await stream.writeSSE({ id: String(id), data: JSON.stringify(sms) });
          // A message or the end may have come while the batch was written, when `wake` wasn't set.
          if (pending.length > 0 || isEnding()) continue;
          await new Promise<void>(resolve => (wake = resolve));
        }
      } finally {
        clearInterval(timer);
        unsubscribe();
        stopping.removeEventListener('abort', onEnd);
      }
    });
  };
}
