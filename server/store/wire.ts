import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import pg from 'pg'

/**
 * Several statements in one packet, which the driver cannot send by its public interface. `wire.test.ts` fails when the
 * driver is another version: what is relied on of it is `Connection` below, that its `parse`, `bind`, `describe`, `execute`
 * and `sync` send by `this._send`, the `handle…` methods of a query that it calls, and `prepareValue`.
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

/** The parts of a connection of the driver that are used here. */
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
  /** What a prepared statement answers with: told once, when it is first used on the connection. */
  columns?: Map<string, Column[]>
}

type Batch = {
  statements: Statement[]
  at: number
  name: string
  text: string
  columns: Column[] | undefined
  /** None before the driver has sent it; on a connection that was lost it never does. */
  connection?: Connection
  callback(error: unknown): void
}

const waiting = new WeakMap<pg.ClientBase, Statement[]>()

/**
 * Statements that are asked for in one turn of the event loop travel together and are answered together: outside a
 * transaction they are one, and behind one that fails none is done.
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
 * What was asked for and has not been sent is not done. Whoever asked has failed meanwhile, and waits for no answer.
 */
export function withdraw(client: pg.ClientBase) {
  waiting.get(client)?.splice(0)
}

const mostStatements = 1000

/** A connection keeps every statement that it was ever asked for: with too many it is better replaced by a new one. */
export function isWornOut(client: pg.ClientBase): boolean {
  const { connection } = client as unknown as { connection: Connection }
  return (connection.columns?.size ?? 0) >= mostStatements
}

/**
 * Whatever was asked for has been sent: what the driver is given from now on comes behind it. Before that a rollback would
 * overtake the begin of its transaction, which would then stay open on a connection that others use.
 */
export function allSent(): Promise<void> {
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

/** What the driver calls while a batch is on its way; it accepts nothing but queries of its own beside others. */
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
    // In one piece: a socket takes longer over many small ones.
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

  /** What stands behind the statement that failed was not even read. */
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
