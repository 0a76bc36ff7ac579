import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { type Database, openDatabase } from './db.ts'
import { ensureReportingRole } from './reporting-role.ts'

const role = 'reporting_of_others'
const account = 'may_not_manage_roles'

describe('the role of reporting tools, where the account of the service may not manage roles', () => {
  let db: TestDatabase
  let plain: Database
  before(async () => {
    db = await freshDatabase({ size: 1 })
    await db.script(`create role ${account} login`)
    const views = await db.rows<{ name: string }>(
      `select table_name as name from information_schema.views where table_schema = 'reporting'`,
    )
    const given = views.map(({ name }) => `alter view reporting.${name} owner to ${account};`)
    await db.script(`alter schema reporting owner to ${account}; ${given.join(' ')}`)
    const url = new URL(db.url)
    url.username = account
    plain = openDatabase({ url: url.href, size: 1 })
  })
  after(async () => {
    await plain.close()
    await db.script(`drop owned by ${account} cascade; drop role if exists ${role}; drop role ${account}`)
    await db.close()
  })

  it('is not created, and a sentence says which statements somebody else has to run', async () => {
    const said = (await ensureReportingRole(plain, role)) ?? ''
    assert.match(said, /may not manage roles or rights\. Everything else works\./)
    const [, statements = ''] = /run: (.*;) Then restart/.exec(said) ?? []
    assert.match(
      statements,
      /^grant execute on function .*pg_advisory_lock\(bigint\).* to may_not_manage_roles; revoke execute on function .* from public; .*create role reporting_of_others login connection limit 10; grant reporting_of_others to may_not_manage_roles; alter role /,
    )
    const roles = await db.rows(`select from pg_roles where rolname = $1`, [role])
    assert.equal(roles.length, 0, 'there is none that could lock what the service needs')
    await db.script(statements)
  })

  it('is let read the views once it is there', async () => {
    assert.equal(await ensureReportingRole(plain, role), undefined)
    const [row] = await db.rows<{ may: boolean }>(
      `select has_table_privilege($1, 'reporting.cases', 'select') as may`,
      [role],
    )
    assert.equal(row?.may, true)
  })

  it('is asked for its time limit, where it has none', async () => {
    await db.script(`alter role ${role} reset statement_timeout`)
    const said = (await ensureReportingRole(plain, role)) ?? ''
    assert.match(said, /run: alter role reporting_of_others set statement_timeout = '30s'; Then restart/)
    const [row] = await db.rows<{ may: boolean }>(
      `select has_table_privilege($1, 'reporting.cases', 'select') as may`,
      [role],
    )
    assert.equal(row?.may, true)
  })
})
