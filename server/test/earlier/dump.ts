import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Database } from '../../store/db.ts'
import { migrate } from '../../store/migrate.ts'
import { bareDatabase, type TestDatabase } from '../database.ts'

type Table = { name: string; columns: string[]; rows: number }

/** The first line of a dump. Each row is a line of its own as a JSON string, in the order of the tables. */
type Header = { migrations: number[]; sequences: Record<string, number>; tables: Table[] }

const file = 'tables.ndjson.gz'

/**
 * Every table of ours but the queue of background jobs. The PostgreSQL from npm comes without pg_dump, so a row is the
 * text that PostgreSQL itself writes and reads for it.
 */
export async function writeDump(db: Database, folder: string): Promise<void> {
  const tables: Table[] = []
  const lines: string[] = []
  for (const { name, columns } of await tablesIn(db)) {
    const rows = await db.rows<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    tables.push({ name, columns, rows: rows.length })
    lines.push(...rows.map(({ row }) => JSON.stringify(row)))
  }
  const migrations = await db.rows<{ number: number }>(`select number from schema_migrations order by number`)
  const sequences = await db.rows<{ name: string; value: number }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as value from pg_sequences
     where schemaname <> 'graphile_worker' and last_value is not null`,
  )
  const header: Header = {
    migrations: migrations.map(({ number }) => number),
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
    tables,
  }
  const text = [JSON.stringify(header), ...lines].join('\n')
  await writeFile(join(folder, file), await promisify(gzip)(text, { level: 9 }))
}

/** A database as the version that wrote the dump left it: no newer migration has run. */
export async function restoreDump(folder: string): Promise<TestDatabase> {
  const text = (await promisify(gunzip)(await readFile(join(folder, file)))).toString()
  const [first = '', ...lines] = text.split('\n')
  const { migrations, sequences, tables } = JSON.parse(first) as Header
  const db = await bareDatabase()
  await migrate(db, (number) => migrations.includes(number))
  await db.transaction(async (tx) => {
    // Triggers and references have seen these rows when they were first written.
    await tx.rows(`set local session_replication_role = replica`)
    await tx.rows(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const { name, columns, rows } of tables) {
      const texts = lines.splice(0, rows).map((line) => JSON.parse(line) as string)
      const values = columns.map((column) => `(t).${quoted(column)}`).join(', ')
      await tx.rows(
        `insert into ${name} (${columns.map(quoted).join(', ')}) overriding system value
         select ${values} from (select text::${name} as t from unnest($1::text[]) as text)`,
        [texts],
      )
    }
    for (const [name, value] of Object.entries(sequences))
      await tx.rows(`select setval($1::regclass, $2)`, [name, value])
  })
  return db
}

const quoted = (name: string) => `"${name}"`

/** Without the columns that the database computes. */
async function tablesIn(db: Database): Promise<{ name: string; columns: string[] }[]> {
  return db.rows(
    `select format('%I.%I', nspname, relname) as name,
       array_agg(attname::text order by attnum) as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and nspname !~ '^pg_|^information_schema$|^graphile_worker$'
       and relname <> 'schema_migrations' and attnum > 0 and not attisdropped and attgenerated = ''
     group by 1 order by 1`,
  )
}
