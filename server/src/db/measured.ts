import type { Metrics } from '../common/metrics.js';
import type { Database, Queryable } from './database.js';

/** Wraps a database so that the metrics record the duration of its statements. */
export function measureDatabase(db: Database, metrics: Metrics): Database {
  const measured = (inner: Queryable): Queryable => ({
    async query(statement, values) {
      const startedAt = performance.now();
      try {
        return await inner.query(statement, values);
      } finally {
        metrics.statement(statement.name, (performance.now() - startedAt) / 1000);
      }
    },
  });
  return { ...db, ...measured(db), transaction: work => db.transaction(tx => work(measured(tx))) };
}
