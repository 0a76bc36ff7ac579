import pg from 'pg'

/** A connection without the time limits of the service: five million rows take longer than any request may. */
export async function openFilling(url: string) {
  const client = new pg.Client({
    connectionString: url,
    options: '-c search_path=public,projections -c synchronous_commit=off -c maintenance_work_mem=256MB',
  })
  await client.connect()
  return {
    /** Statement by statement, so that none waits for the commit of all. */
    async script(text: string) {
      for (const statement of text.split(/;\s*$/m)) if (statement.trim()) await client.query(statement)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
