import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Database, Queryable, SqlValue, Statement } from '../../src/db/database.js';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** A statement in the sources of the server. */
interface SourceStatement {
  /** File and line. */
  readonly place: string;
  /** Matches its name, whatever the computed parts of the name are. Matches nothing if it has no name. */
  readonly name: RegExp;
}

/** Matches the names that an expression can produce: the computed parts of a template match any text. */
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

/** Sources whose statements read the catalog of PostgreSQL or take locks, but read no table of the calls. */
const isAboutSchema = (file: string) => file.startsWith('db/') || file === 'domain/queries/indexes.ts';

/** Finds the statements of the server that read the tables of the calls: object literals with `name` and `text`. */
function findStatements(): readonly SourceStatement[] {
  const found: SourceStatement[] = [];
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !isAboutSchema(file))
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

/** A statement that the server sent, with the values of its parameters. */
export interface SentStatement {
  readonly statement: Statement;
  readonly values: readonly SqlValue[];
}

/** Wraps a database, and keeps in `sent` the last statement of each name that is sent to it. */
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

/**
 * The places of the statements in the sources that were not sent. Each needs a name, and callEverything() has to make the
 * server send it.
 */
export function findUnsent(sent: ReadonlyMap<string, SentStatement>): readonly string[] {
  const statements = findStatements();
  assert.ok(statements.length > 20, `only ${statements.length} statements found`);
  return statements.filter(({ name }) => ![...sent.keys()].some(each => name.test(each))).map(({ place }) => place);
}
