/** One step of the schema. A released migration never changes: later changes of the schema are later migrations. */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly version: number;
  readonly name: string;
  /** Its SHA-256 is stored in each database that has applied it, so that not even a comment in it may change. */
  readonly sql: string;
}
