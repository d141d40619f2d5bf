import { createServer } from 'node:http';
import type { Metrics } from '../common/metrics.js';
import { closeGracefully, listen } from './node-server.js';

/** Serves the metrics on a port of its own, because they aren't for callers of the API. It asks for no password. */
export interface MetricsServer {
  /** Without `/metrics`. Has the actual port, also if `port` is 0. */
  readonly url: string;
  /** Waits for running requests, as `closeGracefully` does. */
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` in Prometheus' text format. Answers 404 to everything else, and 500 if a metric can't be read.
 * @throws CannotListen if the address is taken, forbidden, unknown or not one of this machine; otherwise the error of Node
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
