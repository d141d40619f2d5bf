import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { SqlValue } from '../../src/db/database.js';
import { largeTables } from './large-tables.js';

/** An SQL text with the values of its parameters. */
export interface Planned {
  readonly name: string;
  readonly text: string;
  readonly values: readonly SqlValue[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A value as a literal without a type. PostgreSQL infers the type, as it does for the parameters that the server sends. */
function literal(value: SqlValue): string {
  if (value === null) return 'null';
  const text = value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The ways in which PostgreSQL plans a prepared statement: for specific values, or once for all values. */
const planModes = ['force_custom_plan', 'force_generic_plan'] as const;

/** The nodes of the plan of a prepared statement. `options` are those of EXPLAIN. Runs in the transaction of `client`. */
async function explain(
  client: pg.Client,
  { text, values }: Planned,
  mode: (typeof planModes)[number],
  options = '',
): Promise<readonly PlanNode[]> {
  const prepared = `plan_${randomUUID().replaceAll('-', '')}`;
  await client.query(`set local plan_cache_mode = ${mode}`);
  await client.query(`prepare ${prepared} as ${text}`);
  const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
    `explain (${options} format json) execute ${prepared}${given}`,
  );
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
}

/**
 * Finds the faults in the plans of a prepared statement in both modes: it reads large tables as a whole, or can't be
 * planned. Runs in the transaction of `client`, and changes nothing.
 */
export async function faultsOfPlan(client: pg.Client, planned: Planned): Promise<readonly string[]> {
  const { name } = planned;
  const faults: string[] = [];
  for (const mode of planModes) {
    await client.query('savepoint planning');
    try {
      for (const node of await explain(client, planned, mode)) {
        const table = node['Relation Name'];
        const isLarge = largeTables.some(large => large === table);
        if (isLarge && node['Node Type'] === 'Seq Scan') faults.push(`${name} reads all of ${table} (${mode})`);
      }
    } catch (error) {
      faults.push(`${name} has no plan (${mode}): ${(error as Error).message}`);
    }
    await client.query('rollback to savepoint planning');
  }
  return faults;
}

/**
 * Counts the rows of large tables that a prepared statement reads when it runs, in each mode. Runs in the transaction of
 * `client`.
 */
export async function countRowsRead(client: pg.Client, planned: Planned): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const mode of planModes) {
    await client.query('savepoint running');
    const nodes = await explain(client, planned, mode, 'analyze,');
    const rowsOf = (node: PlanNode) =>
      (node['Actual Loops'] ?? 0) *
      ((node['Actual Rows'] ?? 0) +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0));
    const ofLarge = nodes.filter(node => largeTables.some(large => large === node['Relation Name']));
    counts.push(ofLarge.reduce((sum, node) => sum + rowsOf(node), 0));
    await client.query('rollback to savepoint running');
  }
  return counts;
}

/** The statements that PostgreSQL itself runs for the foreign keys between the tables, as its ri_triggers.c writes them. */
export async function foreignKeyStatements(client: pg.Client): Promise<readonly Planned[]> {
  const { rows } = await client.query<{ child: string; column: string; parent: string; key: string }>(`
    select f.conrelid::regclass::text as child, c.attname as column, f.confrelid::regclass::text as parent, k.attname as key
      from pg_constraint f
           join pg_attribute c on c.attrelid = f.conrelid and c.attnum = f.conkey[1]
           join pg_attribute k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
     where f.contype = 'f'`);
  const values = [randomUUID()];
  return rows.flatMap(({ child, column, parent, key }) => [
    { name: `deletion of ${parent}`, text: `delete from only ${child} where $1 = ${column}`, values },
    { name: `new ${child}`, text: `select 1 from only ${parent} x where ${key} = $1 for key share of x`, values },
  ]);
}
