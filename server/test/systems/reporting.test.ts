import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Report } from '@portico/contract/reports'
import { startWorld, type World } from '../world.ts'

export const debianPackages = ['postgresql-client']

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

type DuckDb = {
  DuckDBInstance: {
    create(): Promise<{
      connect(): Promise<{
        runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Record<string, unknown>[] }>
        closeSync(): void
      }>
    }>
  }
}

/** DuckDB is a package of the bench, which is installed on its own. */
function duckDb(): DuckDb {
  const require = createRequire(join(root, 'bench/package.json'))
  try {
    return require('@duckdb/node-api') as DuckDb
  } catch {
    execFileSync('npm', ['--prefix', join(root, 'bench'), 'ci'], { stdio: 'inherit' })
    return require('@duckdb/node-api') as DuckDb
  }
}

describe('reports, read by the tools of others', { timeout: 240_000 }, () => {
  let folder: string
  let world: World
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-reports-'))
    world = await startWorld()
  })
  after(async () => {
    await world?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('Parquet by DuckDB: the columns with their types, and the rows', async () => {
    const { report } = (await world.admin('GET', '/reports/queueDepth?by=team,step')).json as {
      report: Report
    }
    assert.ok(report.rows.length > 0)
    const body = { username: world.username, password: world.password }
    const { token } = (await world.anonymous('POST', '/auth/token', { body })).json as { token: string }
    const parquet = await fetch(`${world.baseUrl}/reports/queueDepth?by=team,step&format=parquet`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const path = join(folder, 'report.parquet')
    await writeFile(path, Buffer.from(await parquet.arrayBuffer()))
    const connection = await (await duckDb().DuckDBInstance.create()).connect()
    const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson()
    const types = await ask(`describe select * from '${path}'`)
    const expected = {
      text: 'VARCHAR',
      timestamp: 'TIMESTAMP',
      integer: 'INTEGER',
      number: 'DOUBLE',
      date: 'VARCHAR',
    }
    assert.deepEqual(
      types.map(({ column_name, column_type }) => [
        column_name,
        String(column_type).replace(' WITH TIME ZONE', ''),
      ]),
      report.columns.map(({ name, type }) => [name, expected[type]]),
    )
    const rows = await ask(`select team, step, tasks, "onHold", epoch_ms("oldestAt") as at from '${path}'`)
    assert.deepEqual(
      rows.map(({ at, ...row }) => ({ ...row, at: Number(at) })),
      report.rows.map(({ team, step, tasks, onHold, oldestAt }) => ({
        ...{ team, step, tasks, onHold },
        at: Date.parse(String(oldestAt)),
      })),
    )
    connection.closeSync()
  })

  it('views by psql, under their role, which reads nothing else and changes nothing', async () => {
    const url = new URL(world.service.settings.databaseUrl ?? '')
    url.username = 'portico_reporting'
    const psql = async (sql: string) => {
      const { stdout, stderr } = await run('psql', [url.href, '-At', '-F', ' ', '-c', sql]).catch(
        (error: { stdout: string; stderr: string }) => error,
      )
      return (stdout + stderr).trim()
    }
    const [{ count } = { count: 0 }] = await world.service.db.rows<{ count: number }>(
      `select count(*)::int as count from cases`,
    )
    assert.equal(await psql('select count(*) from reporting.cases'), String(count))
    assert.equal(await psql('select sum(opened) from reporting.throughput'), String(count))
    assert.match(await psql('select label from reporting.data_elements limit 1'), /\w/)
    for (const table of ['projections.parties', 'public.events', 'public.members', 'public.mail_pieces'])
      assert.match(await psql(`select * from ${table} limit 1`), /permission denied/)
    for (const statement of [
      'delete from reporting.cases',
      'create table reporting.mine (a int)',
      'create table public.mine (a int)',
      `copy (select 1) to '/tmp/x'`,
      'update public.reporting_clearance set up_to = 9',
    ])
      assert.match(await psql(statement), /ERROR/, statement)
    assert.equal(await psql('show statement_timeout'), '30s')
    await world.service.db.rows(`update case_work set sensitivity = 9 where case_id = $1`, [world.caseId])
    assert.equal(await psql('select count(*) from reporting.cases'), String(count - 1))
    for (const view of ['cases', 'tasks', 'events'])
      assert.equal(
        await psql(`select count(*) from reporting.${view} where case_id = '${world.caseId}'`),
        '0',
      )
  })
})
