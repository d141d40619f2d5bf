import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Database, Queryable, SqlValue, Statement } from '../../src/db/database.js';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** A statement in the sources of the server. */
export interface SourceStatement {
  /** File and line. */
  readonly place: string;
  /** Its name; a pattern, if parts of the name are computed. Matches nothing if it has none. */
  readonly name: RegExp;
}

/** The names that an expression may have: those of a template have any text for what is computed in it. */
function namePattern(expression: ts.Expression | undefined): RegExp {
  const escape = (text: string) => text.replace(/[^\w-]/g, '\\$&');
  if (expression && ts.isStringLiteralLike(expression) && expression.text !== '') {
    return new RegExp(`^${escape(expression.text)}$`);
  }
  if (expression && ts.isTemplateExpression(expression)) {
    const parts = expression.templateSpans.map(span => `.+${escape(span.literal.text)}`);
    return new RegExp(`^${escape(expression.head.text)}${parts.join('')}$`);
  }
  return /^(?!)/;
}

/**
 * Finds all statements of the server: object literals with `name` and `text`. Those of `db/` and of the building of indexes are
 * left out: migrations, locks, and questions about indexes read no table of the calls.
 */
export function findStatements(): readonly SourceStatement[] {
  const found: SourceStatement[] = [];
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.startsWith('db/') && file !== 'domain/queries/indexes.ts')
    .sort();
  for (const file of files) {
    const parsed = ts.createSourceFile(file, readFileSync(join(sources, file), 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node)) {
        const property = (name: string) =>
          node.properties.find(each => each.name && ts.isIdentifier(each.name) && each.name.text === name);
        const name = property('name');
        if (name && property('text')) {
          const line = parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line + 1;
          const value = ts.isPropertyAssignment(name) ? name.initializer : undefined;
          found.push({ place: `${file}:${line}`, name: namePattern(value) });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(parsed);
  }
  return found;
}

/** A statement that the server has sent, with the values of its parameters. */
export interface SentStatement {
  readonly statement: Statement;
  readonly values: readonly SqlValue[];
}

/** The same database. What is sent to it is kept in `sent`, by name: the last of each. */
export function recordStatements(db: Database, sent: Map<string, SentStatement>): Database {
  const recording = <Q extends Queryable>(inner: Q): Q => ({
    ...inner,
    query: (statement, values) => {
      if (statement.name !== '') sent.set(statement.name, { statement, values });
      return inner.query(statement, values);
    },
  });
  return { ...recording(db), transaction: work => db.transaction(tx => work(recording(tx))) };
}
