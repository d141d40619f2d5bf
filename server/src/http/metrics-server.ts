import { createServer } from 'node:http';
import type { Metrics } from '../common/metrics.js';
import { closeGracefully, listen } from './node-server.js';

/** The server of the metrics. It listens on a separate port, because the metrics aren't for callers of the API. */
export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` in Prometheus' text format, and 404 for everything else.
 * @throws CannotListen
 */
export async function startMetricsServer(metrics: Metrics, host: string, port: number): Promise<MetricsServer> {
  const { registry } = metrics;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      text => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const url = await listen(server, host, port, { host: 'METRICS_HOST', port: 'METRICS_PORT' });
  return { url, close: () => closeGracefully(server) };
}
