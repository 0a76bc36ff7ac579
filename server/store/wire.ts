import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import pg from 'pg'

/**
 * Sends several statements in one packet, which the public interface of the driver cannot do. It relies on `Connection`
 * below, on `parse`, `bind`, `describe`, `execute` and `sync` sending by `this._send`, on the `handle…` methods of queries, and
 * on `prepareValue`; `wire.test.ts` fails with another version of the driver.
 */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue(value: unknown): string | Buffer | null
}

export type Answer = { rows: unknown[]; command: string }

type Statement = {
  text: string
  name: string
  values: readonly unknown[]
  rows: unknown[]
  command: string
  resolve(answer: Answer): void
  reject(error: unknown): void
}

type Column = { name: string; parse: (text: string) => unknown }

/** The parts of the driver's connection that are used here. */
type Connection = {
  _send(bytes: Buffer): void
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(bound: {
    portal: string
    statement: string
    values: readonly (string | Buffer | null)[] | undefined
  }): void
  describe(portal: { type: 'P'; name: string }): void
  execute(portal: { portal: string; rows: number }): void
  sync(): void
  /** The columns of each prepared statement, described once per connection. */
  columns?: Map<string, Column[]>
}

type Batch = {
  statements: Statement[]
  at: number
  name: string
  text: string
  columns: Column[] | undefined
  /** Absent until the driver has sent the batch, which never happens on a lost connection. */
  connection?: Connection
  callback(error: unknown): void
}

const waiting = new WeakMap<pg.ClientBase, Statement[]>()

/**
 * Statements of one turn of the event loop are sent and answered together. Outside a transaction they form one, and after a
 * failure the rest is not executed.
 */
export function ask(client: pg.ClientBase, text: string, values: readonly unknown[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const statement = { text, name: statementName(text), values, rows: [], command: '', resolve, reject }
    const together = waiting.get(client)
    if (together) return void together.push(statement)
    const statements: Statement[] = [statement]
    waiting.set(client, statements)
    process.nextTick(() => {
      waiting.delete(client)
      if (statements.length > 0) send(client, statements)
    })
  })
}

/**
 * Drops unsent statements, whose caller has failed and awaits no answer.
 */
export function withdraw(client: pg.ClientBase) {
  waiting.get(client)?.splice(0)
}

const maxStatements = 1000

/** A connection keeps all its prepared statements, so one with too many is replaced. */
export function isWornOut(client: pg.ClientBase): boolean {
  const { connection } = client as unknown as { connection: Connection }
  return (connection.columns?.size ?? 0) >= maxStatements
}

/**
 * Resolves when all pending statements are sent. A rollback before that would overtake the begin of its transaction, which
 * would stay open on a shared connection.
 */
export function whenSent(): Promise<void> {
  return new Promise((done) => process.nextTick(done))
}

function send(client: pg.ClientBase, statements: Statement[]) {
  const batch = Object.assign(Object.create(prototype) as object, {
    statements,
    at: 0,
    name: statements[0]?.name,
    text: statements[0]?.text,
    callback(error: unknown) {
      for (const { resolve, reject, rows, command } of statements) {
        if (error) reject(error)
        else resolve({ rows, command })
      }
    },
  })
  try {
    client.query(batch as unknown as pg.Submittable)
  } catch (error) {
    batch.callback(error)
  }
}

/** The interface that the driver expects of a query, which must be an instance of its own class. */
const prototype = Object.assign(Object.create(pg.Query.prototype) as object, {
  submit(this: Batch, connection: Connection) {
    this.connection = connection
    connection.columns ??= new Map()
    let prepared: (string | Buffer | null)[][]
    try {
      prepared = this.statements.map(({ values }) => values.map((value) => prepareValue(value)))
    } catch (error) {
      return error
    }
    // One large write is faster than many small ones.
    const pieces: Buffer[] = []
    const wire = Object.assign(Object.create(connection) as Connection, {
      _send: (piece: Buffer) => void pieces.push(piece),
    })
    for (const [index, { name, text }] of this.statements.entries()) {
      if (!(name in connection.parsedStatements || name in connection.submittedNamedStatements)) {
        wire.parse({ name, text })
        connection.submittedNamedStatements[name] = text
      }
      wire.bind({ portal: '', statement: name, values: prepared[index] })
      if (!connection.columns.has(name)) wire.describe({ type: 'P', name: '' })
      wire.execute({ portal: '', rows: 0 })
    }
    wire.sync()
    connection._send(Buffer.concat(pieces))
    return null
  },

  handleRowDescription(this: Batch, { fields }: { fields: { name: string; dataTypeID: number }[] }) {
    this.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text'),
    }))
    this.connection?.columns?.set(this.name, this.columns)
  },

  handleDataRow(this: Batch, { fields }: { fields: (string | null)[] }) {
    this.columns ??= this.connection?.columns?.get(this.name) ?? []
    const row: Record<string, unknown> = {}
    for (const [index, { name, parse }] of this.columns.entries()) {
      const text = fields[index] ?? null
      row[name] = text === null ? null : parse(text)
    }
    this.statements[this.at]?.rows.push(row)
  },

  handleCommandComplete(this: Batch, { text }: { text: string }) {
    const done = this.statements[this.at] as Statement
    done.command = text
    if (!this.connection?.columns?.has(done.name)) this.connection?.columns?.set(done.name, [])
    this.at += 1
    this.columns = undefined
    this.name = this.statements[this.at]?.name ?? ''
    this.text = this.statements[this.at]?.text ?? ''
  },

  handleReadyForQuery(this: Batch) {
    this.callback(null)
  },

  /** Statements after the failed one were not parsed. */
  handleError(this: Batch, error: unknown) {
    for (const { name } of this.statements.slice(this.at))
      delete this.connection?.submittedNamedStatements[name]
    this.callback(error)
  },
})

const statementNames = new Map<string, string>()

function statementName(text: string): string {
  let name = statementNames.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    statementNames.set(text, name)
  }
  return name
}
