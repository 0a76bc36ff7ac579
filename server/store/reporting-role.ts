import type { Database, Queryable } from './db.ts'

/** Under which reporting tools read the views of the schema `reporting`, and nothing else. */
export const reportingRole = 'portico_reporting'

/** A client may change what its session begins with: what it may read, it may not. */
const settings: Record<string, string> = {
  statement_timeout: '30s',
  default_transaction_read_only: 'on',
  idle_in_transaction_session_timeout: '60s',
  search_path: 'reporting',
}

const creationOf = (role: string) => `create role ${role} login connection limit 10`

type State = { isThere: boolean; isGranted: boolean; settings: string[] | null }

/**
 * Creates the role where it is missing, and lets it read the views. Returns undefined, or what an administrator of the
 * database has to do where the account of the service may not: then everything works but reading by SQL.
 */
export async function ensureReportingRole(db: Database, role = reportingRole): Promise<string | undefined> {
  const before = await stateOf(db, role)
  if (isComplete(before, role)) return undefined
  try {
    if (!before.isThere) await inTurn(db, creationOf(role))
  } catch (error) {
    if (isRefused(error)) return sentence(role, creationOf(role), ...missingSettings(before, role))
    if (!isThereAlready(error)) throw error
  }
  await inTurn(
    db,
    `grant usage on schema reporting to ${role}`,
    `grant select on all tables in schema reporting to ${role}`,
  )
  try {
    const missing = missingSettings(await stateOf(db, role), role)
    if (missing.length > 0) await inTurn(db, ...missing)
  } catch (error) {
    if (!isRefused(error)) throw error
    return sentence(role, ...missingSettings(await stateOf(db, role), role))
  }
  return undefined
}

function isComplete(state: State, role: string): boolean {
  return state.isThere && state.isGranted && missingSettings(state, role).length === 0
}

const missingSettings = ({ settings: set }: State, role: string) =>
  Object.entries(settings)
    .filter(([name]) => !set?.some((one) => one.startsWith(`${name}=`)))
    .map(([name, value]) => `alter role ${role} set ${name} = '${value}'`)

async function stateOf(db: Queryable, role: string): Promise<State> {
  const [state] = await db.rows<State>(
    `select r.oid is not null as "isThere",
       r.oid is not null and has_schema_privilege(r.oid, 'reporting', 'usage') and not exists (
         select from pg_class c where c.relnamespace = 'reporting'::regnamespace and c.relkind = 'v'
           and not has_table_privilege(r.oid, c.oid, 'select')) as "isGranted",
       s.setconfig as settings
     from (select 1) as one
     left join pg_roles r on r.rolname = $1
     left join pg_db_role_setting s on s.setrole = r.oid and s.setdatabase = 0`,
    [role],
  )
  return state ?? { isThere: false, isGranted: false, settings: null }
}

/** Two processes that start at once do not change the same row of the catalog. */
async function inTurn(db: Database, ...statements: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows(`select pg_advisory_xact_lock(hashtext('portico.migrate'))`)
    for (const statement of statements) await tx.rows(statement)
  })
}

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code
const isRefused = (error: unknown) => codeOf(error) === '42501'
const isThereAlready = (error: unknown) => codeOf(error) === '42710' || codeOf(error) === '23505'

function sentence(role: string, ...statements: readonly string[]): string {
  return `The role ${role}, under which reporting tools read the views of the schema reporting, is not ready, because the account of DATABASE_URL may not manage roles. Everything else works. Have an administrator of the database run: ${statements.map((one) => `${one};`).join(' ')} Then restart the service.`
}
