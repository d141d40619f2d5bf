import { setMaxListeners } from 'node:events';
import { streamSSE } from 'hono/streaming';
import type { MockProvider, MockSmsRecord } from '../sms/mock.js';
import type { RequestContext } from './request-context.js';

/** The time between two comments on a stream, in milliseconds. Without comments, proxies would close the connection of an idle stream. */
const HEARTBEAT_INTERVAL_MS = 15_000;

/**
 * Creates the handler of `GET /dev/sms`, which exists in development only. It streams the messages of the mock provider as
 * server-sent events. The `id` of an event is that of the record, and its `data` is the JSON of `{to, from, text, at}`. The stream
 * begins with the kept messages, or with those after `Last-Event-ID`. New ones follow until the client leaves or `stopping` aborts.
 */
export function createSmsStream(mock: MockProvider, stopping: AbortSignal): (c: RequestContext) => Response {
  // Each open stream adds a listener. By default, Node.js warns of a leak at the eleventh.
  setMaxListeners(0, stopping);
  return c => {
    // The body of an answer to HEAD is discarded, so nobody would ever read or close the stream.
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
          // A message or the end of the stream may have come while the batch was being written, when `wake` had no effect.
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
