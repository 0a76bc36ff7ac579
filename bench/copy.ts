import pg from 'pg'

type Wire = { query(text: string): void; sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

/** `COPY … FROM STDIN`, as fast as the driver sends: the limit of getting rows into a table. */
export async function copyIn(client: pg.Client, statement: string, bytes: Buffer): Promise<void> {
  await new Promise<void>((done, failed) => {
    const query = {
      submit: (wire: Wire) => wire.query(statement),
      handleCopyInResponse(wire: Wire) {
        for (let at = 0; at < bytes.length; at += chunkBytes)
          wire.sendCopyFromChunk(bytes.subarray(at, at + chunkBytes))
        wire.endCopyFrom()
      },
      handleCommandComplete() {},
      handleError: failed,
      handleReadyForQuery: done,
    }
    client.query(query as unknown as pg.Submittable)
  })
}

const chunkBytes = 64 * 1024

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=public,projections' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The rows of a table in the text form of COPY. */
export async function copyText(client: pg.Client, table: string): Promise<Buffer> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = ''
     order by attnum`,
    [table],
  )
  const list = columns.map(({ name }) => `t.${name}::text`).join(', ')
  const { rows } = await client.query<(string | null)[]>({
    text: `select ${list} from ${table} t`,
    rowMode: 'array',
  })
  return Buffer.from(rows.map((row) => `${row.map(field).join('\t')}\n`).join(''))
}

function field(value: string | null): string {
  if (value === null) return '\\N'
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
}
