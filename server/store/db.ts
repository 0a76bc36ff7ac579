import { createHash } from 'node:crypto'
import pg from 'pg'

export type Queryable = {
  /** One named prepared statement per text, so a text is a constant and values are parameters. */
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

export type Database = Queryable & {
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** Outside any statement cache: for scripts of several statements. */
  script(text: string): Promise<void>
  pool: pg.Pool
  close(): Promise<void>
}

export type DatabaseOptions = {
  url: string
  size?: number
  /** Brings a database that has gone back, where that is in our hands. */
  recover?: () => Promise<void>
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export function openDatabase({ url, size = 10, recover }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
    statement_timeout: 55_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'portico',
    options: '-c search_path=public,projections',
  } as pg.PoolConfig)
  surviveLostConnections(pool)

  const acquire = async () => {
    try {
      return await pool.connect()
    } catch (error) {
      if (!recover || !isConnectionLoss(error)) throw error
      await recover()
      return pool.connect()
    }
  }

  const use = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await acquire()
    let failure: unknown
    try {
      return await work(client)
    } catch (error) {
      failure = error
      throw error
    } finally {
      client.release(failure !== undefined && isConnectionLoss(failure))
    }
  }

  return {
    pool,
    rows: (text, values) => use((client) => queryable(client, () => {}).rows(text, values)),
    script: (text) => use(async (client) => void (await client.query(text))),
    transaction: (work) =>
      use(async (client) => {
        let cause: unknown
        const tx = queryable(client, (error) => {
          cause ??= error
        })
        // Not awaited: begin travels with the first statement of the work.
        const began = client.query('begin')
        began.catch(() => {})
        try {
          const result = await work(tx)
          await began
          const commit = await client.query('commit')
          if (commit.command !== 'COMMIT') throw new Error('the transaction was rolled back')
          return result
        } catch (error) {
          await client.query('rollback').catch(() => {})
          throw isAftermath(error) ? cause : error
        }
      }),
    close: () => pool.end(),
  }
}

/** A connection that breaks while nobody uses it is replaced at the next use; the next use reports what matters. */
export function surviveLostConnections(pool: pg.Pool) {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

function queryable(client: pg.ClientBase, onError: (error: unknown) => void): Queryable {
  return {
    rows: async <Row>(text: string, values: readonly unknown[] = []) => {
      try {
        const result = await client.query({ name: statementName(text), text, values: values as unknown[] })
        return result.rows as Row[]
      } catch (error) {
        onError(error)
        throw error
      }
    },
  }
}

const statementNames = new Map<string, string>()

function statementName(text: string): string {
  let name = statementNames.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    statementNames.set(text, name)
  }
  return name
}

/** Statements on the wire behind a failed one fail because of it: what they say is not the cause. */
function isAftermath(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === '25P02'
}

const lossCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
])

/** The database is away, as opposed to having said no. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code
  if (code !== undefined) return lossCodes.has(code) || code.startsWith('08')
  return /terminated|timeout|Connection ended|not queryable/i.test(error.message)
}

/** The name of the unique constraint that a write ran into, if that is what happened. */
export function brokenConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' ? constraint : undefined
}
