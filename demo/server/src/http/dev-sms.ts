import { setMaxListeners } from 'node:events';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { MockProvider, SmsRecord } from '../sms/mock.js';
import type { Env } from './context.js';

/** Milliseconds between two signs of life on a stream, so that no proxy takes it for dead. */
const heartbeat = 15_000;

/**
 * The stream of what the mock sender was given, as server-sent events: `data` is `{to, from, text, at}`. Begins with the
 * messages that are kept, or those after `Last-Event-ID`. Development only.
 */
export function smsStream(mock: MockProvider, stopped: AbortSignal): (c: Context<Env>) => Response {
  // Every stream listens to it: many are no leak.
  setMaxListeners(0, stopped);
  return c => {
    // Nobody would read the stream, nor end it.
    if (c.req.method === 'HEAD') {
      return c.body(null, 200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
    }
    const last = Number(c.req.header('Last-Event-ID') ?? 0);
    return streamSSE(c, async stream => {
      let queue: SmsRecord[] = [...mock.after(Number.isSafeInteger(last) ? last : 0)];
      let wake: () => void = () => undefined;
      const end = mock.watch(record => {
        queue.push(record);
        wake();
      });
      const leave = () => wake();
      stream.onAbort(leave);
      stopped.addEventListener('abort', leave);
      const timer = setInterval(() => stream.write(': \n\n').catch(() => undefined), heartbeat);
      try {
        await stream.write(': \n\n');
        while (!stream.aborted && !stopped.aborted) {
          const batch = queue;
          queue = [];
          for (const { id, sms } of batch) await stream.writeSSE({ id: String(id), data: JSON.stringify(sms) });
          if (queue.length > 0 || stream.aborted || stopped.aborted) continue;
          await new Promise<void>(resolve => (wake = resolve));
        }
      } finally {
        clearInterval(timer);
        end();
        stopped.removeEventListener('abort', leave);
      }
    });
  };
}
