import pg from 'pg'
import { clearCaches } from './put-back.ts'
import { ask, isWornOut, whenSent, withdraw } from './wire.ts'

export type Queryable = {
  /** Each text becomes a named prepared statement: texts must be constants, and values parameters. */
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

export type Database = Queryable & {
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * A transaction in two round trips: `read` returns the writing step, whose statements travel together with the commit and
   * must therefore all be sent at once.
   */
  readThenWrite<T>(read: (tx: Queryable) => Promise<(tx: Queryable) => Promise<T>>): Promise<T>
  /** A transaction in one round trip: its statements must all be sent at once. */
  atOnce<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** Outside any statement cache: for scripts of several statements. */
  script(text: string): Promise<void>
  pool: pg.Pool
  close(): Promise<void>
}

export type DatabaseOptions = {
  url: string
  size?: number
  limitMs?: number
  /** Restarts an embedded database that has stopped. */
  recover?: () => Promise<void>
  /** Identifies the files of an embedded database; a restored copy has another identity. */
  place?: string | undefined
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export function openDatabase({
  url,
  size = 10,
  limitMs = 60_000,
  recover,
  place,
}: DatabaseOptions): Database {
  let epoch: number | undefined
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: limitMs,
    statement_timeout: limitMs - 5000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'portico',
    options: '-c search_path=public,projections',
    onConnect: async (client: pg.ClientBase) => {
      const settled = await prepareConnection(client, place)
      if (epoch !== undefined && settled !== undefined && settled !== epoch) clearCaches()
      epoch = settled ?? epoch
    },
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
      client.release(isWornOut(client) || (failure !== undefined && isConnectionLoss(failure)))
    }
  }

  return {
    pool,
    rows: (text, values) => use((client) => queryable(client, () => {}).rows(text, values)),
    script: (text) => use(async (client) => void (await client.query(text))),
    transaction: (work) =>
      use((client) =>
        inTransaction(client, async (tx, commit) => {
          const result = await work(tx)
          await commit()
          return result
        }),
      ),
    readThenWrite: (read) =>
      use((client) =>
        inTransaction(client, async (tx, commit) => {
          const write = await read(tx)
          const written = allOrNothing(client, write(tx))
          const [result] = await Promise.all([written, commit()])
          return result
        }),
      ),
    atOnce: (work) =>
      use(async (client) => {
        let isSent = false
        const inside = queryable(client, () => {})
        process.nextTick(() => {
          isSent = true
        })
        const tx: Queryable = {
          rows(text, values) {
            if (isSent) throw new Error('a statement was sent after the others of its transaction')
            return inside.rows(text, values)
          },
        }
        return allOrNothing(client, work(tx))
      }),
    close: () => pool.end(),
  }
}

/**
 * Makes commits durable whatever the server's setting, and settles the epoch of the log before anything is written: a
 * promotion or restore comes with new connections.
 */
async function prepareConnection(
  client: pg.ClientBase,
  place: string | undefined,
): Promise<number | undefined> {
  const durable = client.query(
    `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`,
  )
  const settling = client.query<{ epoch: number }>(`select public.settle_epoch($1) as epoch`, [place ?? null])
  const settled = settling.catch((error) => {
    // There is no log before the migrations.
    if (!noLogYet.has((error as { code?: string }).code ?? '')) throw error
  })
  const [, answer] = await Promise.all([durable, settled])
  return answer?.rows[0]?.epoch
}

/** Undefined function, invalid schema, insufficient privilege. */
const noLogYet = new Set(['42883', '3F000', '42501'])

/** If the work fails midway, unsent statements are withdrawn, so that they are not committed without the rest. */
function allOrNothing<T>(client: pg.ClientBase, work: Promise<T>): Promise<T> {
  work.catch(() => withdraw(client))
  return work
}

async function inTransaction<T>(
  client: pg.ClientBase,
  work: (tx: Queryable, commit: () => Promise<void>) => Promise<T>,
): Promise<T> {
  let cause: unknown
  let isEnding = false
  const inside = queryable(client, (error) => {
    cause ??= error
  })
  const tx: Queryable = {
    rows(text, values) {
      if (isEnding) throw new Error('a statement was sent after the commit of its transaction')
      return inside.rows(text, values)
    },
  }
  const commit = async () => {
    isEnding = true
    const { command } = await ask(client, 'commit', [])
    if (command !== 'COMMIT') throw new RolledBack()
  }
  // Not awaited, so that begin travels with the first statement.
  ask(client, 'begin', []).catch(() => {})
  try {
    return await work(tx, commit)
  } catch (error) {
    isEnding = true
    await whenSent()
    await client.query('rollback').catch(() => {})
    throw isConsequence(error) ? (cause ?? error) : error
  }
}

class RolledBack extends Error {
  constructor() {
    super('the transaction was rolled back')
    this.name = 'RolledBack'
  }
}

/** Statements after a failed one fail because of it, with an error that hides the cause. */
function isConsequence(error: unknown): boolean {
  return error instanceof RolledBack || (error as { code?: unknown } | undefined)?.code === '25P02'
}

/** Idle connections that break are replaced at the next use, which reports any lasting problem. */
export function surviveLostConnections(pool: pg.Pool) {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

function queryable(client: pg.ClientBase, onError: (error: unknown) => void): Queryable {
  return {
    rows: async <Row>(text: string, values: readonly unknown[] = []) => {
      try {
        return (await ask(client, text, values)).rows as Row[]
      } catch (error) {
        onError(error)
        throw error
      }
    },
  }
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

/** Whether the database is unreachable, as opposed to having refused. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return lossCodes.has(code) || code.startsWith('08')
  return /terminated|timeout|Connection ended|not queryable/i.test(error.message)
}

/** Whether a retry may succeed, unlike after invalid data. */
export function isPassingFailure(error: unknown): boolean {
  if (isConnectionLoss(error) || error instanceof RolledBack) return true
  return error instanceof pg.DatabaseError && !/^2[23]/.test(error.code ?? '')
}

/** Runs work in a savepoint, so that its failure does not undo the whole transaction. */
export async function inSavepoint<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  await tx.rows(`savepoint apart`)
  try {
    const result = await work()
    await tx.rows(`release savepoint apart`)
    return result
  } catch (error) {
    if (!isConnectionLoss(error)) await tx.rows(`rollback to savepoint apart`)
    throw error
  }
}

/** The name of the unique constraint that a write violated, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' ? constraint : undefined
}
