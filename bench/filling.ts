import pg from 'pg'

/** A connection without the time limits of the service: five million rows take longer than any request may. */
export async function openFilling(url: string) {
  const client = new pg.Client({
    connectionString: url,
    options: '-c search_path=public,projections -c synchronous_commit=off -c maintenance_work_mem=256MB',
  })
  await client.connect()

  const run = async <Row>(text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows as Row[]
  /** Statement by statement, so that none waits for the commit of all. */
  const script = async (text: string) => {
    for (const statement of text.split(/;\s*$/m)) if (statement.trim()) await client.query(statement)
  }

  return {
    run,
    script,
    /** Indexes are made when the tables are full, in a fraction of the time; those of constraints stay. */
    async withoutIndexes(tables: readonly string[], fill: () => Promise<void>) {
      const indexes = await run<{ name: string; definition: string }>(
        `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
         from pg_index i
         where i.indrelid = any($1::regclass[])
           and not exists (select from pg_constraint where conindid = i.indexrelid)`,
        [tables],
      )
      for (const { name } of indexes) await run(`drop index ${name}`)
      await fill()
      for (const { definition } of indexes) await run(definition)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

export type Filling = Awaited<ReturnType<typeof openFilling>>
