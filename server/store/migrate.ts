import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '../core/time/moments.ts'
import { type Database, openDatabase, type Queryable } from './db.ts'
import { StartFailure } from './start-failure.ts'

type Migration = { number: number; name: string; path: string }

const folder = join(import.meta.dirname, 'migrations')
const minServerVersion = 150_000
/** A migration of millions of rows takes longer than any request may. */
const limitMs = dayMs

/**
 * Migrates the schema forward to this version. `isWanted` allows stopping at the schema of an earlier version, to read its
 * data.
 */
export async function migrate(
  db: Database,
  isWanted: (number: number) => boolean = () => true,
): Promise<{ applied: string[] }> {
  const [server] = await db.rows<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version,
            current_setting('server_encoding') as encoding`,
  )
  if ((server?.version ?? 0) < minServerVersion) {
    throw new StartFailure(`PostgreSQL 15 or newer is needed; this one is ${server?.version}.`)
  }
  // Other encodings corrupt names.
  if (server?.encoding !== 'UTF8') {
    throw new StartFailure(
      `The database must be in the encoding UTF8; this one is in ${server?.encoding}. Create it again: create database … encoding 'UTF8' template template0.`,
    )
  }
  const known = migrations()
  const newest = known.at(-1)?.number ?? 0
  const patient = openDatabase({ url: db.pool.options.connectionString ?? '', size: 1, limitMs: limitMs })
  const applying = patient.transaction(async (tx) => {
    await tx.rows(`select pg_advisory_xact_lock(hashtext('portico.migrate'))`)
    await tx.rows(
      `create table if not exists schema_migrations (number int primary key, name text not null, applied_at timestamptz not null default now())`,
    )
    const applied = await tx.rows<{ number: number }>(`select number from schema_migrations order by number`)
    const version = applied.at(-1)?.number ?? 0
    if (version > newest) {
      throw new StartFailure(
        `This database has schema ${version}, and this version of Portico knows only up to ${newest}: run the newer version, or restore an older copy.`,
      )
    }
    // Including lower numbers, since an earlier change may be merged later.
    const has = new Set(applied.map(({ number }) => number))
    const missing = known.filter(({ number }) => !has.has(number) && isWanted(number))
    for (const migration of missing) await apply(tx, migration)
    return { applied: missing.map((migration) => migration.name) }
  })
  const done = await applying.finally(patient.close)
  if ((await queueSchema(db)) < newestQueueSchema) {
    const { Logger, runMigrations } = await import('graphile-worker')
    await runMigrations({ pgPool: db.pool, logger: new Logger(() => () => {}) })
  }
  return done
}

/** The latest migration of the queue library; loading the library to find out is slow. */
export const newestQueueSchema = 20

export async function queueSchema(db: Queryable): Promise<number> {
  const [table] = await db.rows<{ is_there: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as is_there`,
  )
  if (!table?.is_there) return 0
  const [row] = await db.rows<{ version: number }>(
    `select coalesce(max(id), 0)::int as version from graphile_worker.migrations`,
  )
  return row?.version ?? 0
}

async function apply(tx: Queryable, { number, name, path }: Migration) {
  for (const statement of statements(readFileSync(path, 'utf8'))) await tx.rows(statement)
  await tx.rows(`insert into schema_migrations (number, name) values ($1, $2)`, [number, name])
}

function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{3}-.+\.sql$/.test(file))
    .sort()
    .map((file) => ({
      number: Number(file.slice(0, 3)),
      name: file.slice(4, -4),
      path: join(folder, file),
    }))
}

/** Statements end with a semicolon at the end of a line; a function body is quoted with $$. */
function statements(text: string): string[] {
  const result: string[] = []
  let current = ''
  let insideBody = false
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('--')) continue
    current += `${line}\n`
    if ((line.match(/\$\$/g)?.length ?? 0) % 2 === 1) insideBody = !insideBody
    if (!insideBody && line.trimEnd().endsWith(';')) {
      result.push(current.trim())
      current = ''
    }
  }
  if (current.trim()) result.push(current.trim())
  return result
}
