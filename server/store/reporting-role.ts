import type { Database, Queryable } from './db.ts'
import { isVerifierOf, scramVerifier } from './scram-verifier.ts'

/** The role under which reporting tools can read only the views of the schema `reporting`. */
export const reportingRole = 'portico_reporting'

/**
 * Defaults that a client may change, unlike its rights. Statements that take too long nevertheless are ended by
 * `endOverlong`.
 */
const settings: Record<string, string> = {
  statement_timeout: '30s',
  default_transaction_read_only: 'on',
  idle_in_transaction_session_timeout: '60s',
  search_path: 'reporting',
}

const creationOf = (role: string) => `create role ${role} login connection limit 10`

type State = {
  account: string
  isThere: boolean
  isGranted: boolean
  /** Public functions by which the role could block the service or fill its disk. */
  openFunctions: string[]
  openDatabase: string | null
  /** Whether the service may see and end its sessions. */
  isWatched: boolean
  settings: string[] | null
}

/**
 * Creates the role if missing, and grants it the views. Returns undefined, or what an administrator must do because the
 * account of the service may not; everything except reading by SQL works without it.
 */
export async function ensureReportingRole(db: Database, role = reportingRole): Promise<string | undefined> {
  const before = await stateOf(db, role)
  if (isComplete(before, role)) return undefined
  // A precondition: otherwise the role could take the advisory locks of the service.
  const isClosed = await tryStatements(db, closingStatements(before))
  if (!isClosed || closingStatements(await stateOf(db, role)).length > 0)
    return sentence(role, ...closingStatements(before), ...missingStatements(before, role))
  try {
    if (!before.isThere) await runLocked(db, creationOf(role))
  } catch (error) {
    if (isRefused(error)) return sentence(role, ...missingStatements(before, role))
    if (!isThereAlready(error)) throw error
  }
  await runLocked(
    db,
    `grant usage on schema reporting to ${role}`,
    `grant select on all tables in schema reporting to ${role}`,
  )
  const remaining = missingStatements(await stateOf(db, role), role)
  if (await tryStatements(db, remaining)) return undefined
  return sentence(role, ...missingStatements(await stateOf(db, role), role))
}

const isComplete = (state: State, role: string) =>
  state.isGranted && closingStatements(state).length === 0 && missingStatements(state, role).length === 0

/** Statements that reserve public rights for the account of the service. */
function closingStatements({ account, openFunctions, openDatabase }: State): string[] {
  const rights = [
    ...(openFunctions.length > 0 ? [`execute on function ${openFunctions.join(', ')}`] : []),
    ...(openDatabase === null ? [] : [`temporary on database ${openDatabase}`]),
  ]
  return rights.flatMap((right) => [`grant ${right} to ${account}`, `revoke ${right} from public`])
}

function missingStatements({ account, isThere, isWatched, settings: set }: State, role: string): string[] {
  return [
    ...(isThere ? [] : [creationOf(role)]),
    ...(isWatched ? [] : [`grant ${role} to ${account}`]),
    ...Object.entries(settings)
      .filter(([name, value]) => !set?.includes(`${name}=${value}`))
      .map(([name, value]) => `alter role ${role} set ${name} = '${value}'`),
  ]
}

async function stateOf(db: Queryable, role: string): Promise<State> {
  const [state] = await db.rows<State>(
    `select quote_ident(current_user) as account, r.oid is not null as "isThere",
       r.oid is not null and has_schema_privilege(r.oid, 'reporting', 'usage') and not exists (
         select from pg_class c where c.relnamespace = 'reporting'::regnamespace and c.relkind = 'v'
           and not has_table_privilege(r.oid, c.oid, 'select')) as "isGranted",
       array(select p.oid::regprocedure::text from pg_proc p
         where p.pronamespace = 'pg_catalog'::regnamespace
           and (p.proname ~ '^pg_(try_)?advisory_' or p.proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'pg_notify'))
           and has_function_privilege('public', p.oid, 'execute') order by 1) as "openFunctions",
       case when has_database_privilege('public', current_database(), 'temporary')
         then quote_ident(current_database()) end as "openDatabase",
       case when r.oid is null then (select rolsuper from pg_roles where rolname = current_user)
         else pg_has_role(r.oid, 'usage') end as "isWatched",
       s.setconfig as settings
     from (select 1) as one
     left join pg_roles r on r.rolname = $1
     left join pg_db_role_setting s on s.setrole = r.oid and s.setdatabase = 0`,
    [role],
  )
  if (!state) throw new Error('the state of a role is always one row')
  return state
}

/**
 * PostgreSQL lets every role change its own password and session defaults permanently, and nothing can prevent that. This
 * restores both and ends the sessions of the role. Returns whether anything was restored; false if the account may not.
 */
export async function restoreReportingRole(
  db: Database,
  { role = reportingRole, password }: { role?: string; password?: string | undefined } = {},
): Promise<boolean> {
  const [found] = await db.rows<{ everywhere: string[] | null; databases: string[] }>(
    `select
       (select setconfig from pg_db_role_setting where setrole = r.oid and setdatabase = 0) as everywhere,
       array(select quote_ident(d.datname) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
         where s.setrole = r.oid) as databases
     from pg_roles r where r.rolname = $1`,
    [role],
  )
  if (!found) return false
  const wanted = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const isAsSet = sameItems(found.everywhere ?? [], wanted) && found.databases.length === 0
  const isKnown = password === undefined || (await hasPassword(db, role, password))
  if (isAsSet && isKnown) return false
  const restored = await tryStatements(db, [
    ...(isAsSet
      ? []
      : [
          `alter role ${role} reset all`,
          ...found.databases.map((database) => `alter role ${role} in database ${database} reset all`),
          ...Object.entries(settings).map(([name, value]) => `alter role ${role} set ${name} = '${value}'`),
        ]),
    ...(isKnown || password === undefined
      ? []
      : [`alter role ${role} password '${scramVerifier(password)}'`]),
  ])
  if (restored)
    await db.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where usename = $1 and datname = current_database()`,
      [role],
    )
  return restored
}

/** If the account may not check, the password is assumed to be as set at the start. */
async function hasPassword(
  db: Queryable,
  role: string,
  password: string,
  otherwise = true,
): Promise<boolean> {
  try {
    const [row] = await db.rows<{ verifier: string | null }>(
      `select rolpassword as verifier from pg_authid where rolname = $1`,
      [role],
    )
    return isVerifierOf(password, row?.verifier ?? null)
  } catch (error) {
    if (isRefused(error)) return otherwise
    throw error
  }
}

/** Makes the role ready at the start of the service: existing, with its settings and password. */
export async function prepareReportingRole(
  db: Database,
  password: string | undefined,
  role = reportingRole,
): Promise<string | undefined> {
  const fault = await ensureReportingRole(db, role)
  if (fault !== undefined) return fault
  await restoreReportingRole(db, { role, password })
  if (password === undefined || (await hasPassword(db, role, password, false))) return undefined
  const isSet = await tryStatements(db, [`alter role ${role} password '${scramVerifier(password)}'`])
  return isSet ? undefined : sentence(role, `alter role ${role} password '…'`)
}

const sameItems = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && others.every((one) => some.includes(one))

/** False if the account has insufficient rights. */
async function tryStatements(db: Database, statements: readonly string[]): Promise<boolean> {
  try {
    if (statements.length > 0) await runLocked(db, ...statements)
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** Serializes processes that start at once. */
async function runLocked(db: Database, ...statements: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows(`select pg_advisory_xact_lock(hashtext('portico.migrate'))`)
    for (const statement of statements) await tx.rows(statement)
  })
}

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code
const isRefused = (error: unknown) => codeOf(error) === '42501'
const isThereAlready = (error: unknown) => codeOf(error) === '42710' || codeOf(error) === '23505'

function sentence(role: string, ...statements: readonly string[]): string {
  return `The role ${role}, under which reporting tools read the views of the schema reporting, is not ready, because the account of DATABASE_URL may not manage roles or rights. Everything else works. Have an administrator of the database run: ${statements.map((one) => `${one};`).join(' ')} Then restart the service.`
}
