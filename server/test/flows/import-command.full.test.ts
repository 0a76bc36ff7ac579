import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Commands, openCommands } from '../commands.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { caseRow, documentRow, header, manifestOf } from '../loading.ts'
import { folderWithDatabase, portico } from '../process.ts'

const example = join(import.meta.dirname, '../../../docs/examples/bulk-load')

describe('portico import', () => {
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let database: TestDatabase
  let env: Record<string, string>
  let commands: Commands
  before(async () => {
    commands = openCommands()
    folder = await folderWithDatabase()
    database = await freshDatabase({ size: 1 })
    env = { PORTICO_DATA: join(folder.path, 'data'), DATABASE_URL: database.url }
  })
  after(async () => {
    await commands.close()
    await database.close()
    await folder.remove()
  })

  const run = (...args: string[]) => commands.run(['import', ...args], env)
  async function folderOf(name: string, rows: readonly object[]): Promise<string> {
    const path = join(folder.path, name)
    await mkdir(path)
    await writeFile(join(path, 'manifest.ndjson'), manifestOf(rows))
    return path
  }

  it('loads the example, after a look at it, and says so to a person and to a program', async () => {
    const dry = await run(example, '--dry-run')
    assert.equal(dry.code, 0, dry.stderr)
    assert.match(
      dry.stdout,
      /^imp_\w+: 12 rows would be loaded \(.*3 document.*\), 0 were here already, 0 failed/,
    )
    const loaded = await run(example, '--json')
    assert.equal(loaded.code, 0, loaded.stderr)
    const { import: told } = JSON.parse(loaded.stdout)
    assert.deepEqual([told.status, told.rows], ['done', { loaded: 12, skipped: 0, failed: 0 }])
  })

  it('writes the rows that failed as lines, loads the others, and its code says that some failed', async () => {
    const path = await folderOf('faulty', [
      header,
      caseRow('good'),
      documentRow('bad', 'good', { file: '../x' }),
    ])
    const errors = join(folder.path, 'errors.ndjson')
    const written = await run(path, '--errors', errors)
    assert.equal(written.code, 1)
    assert.match(written.stdout, /1 rows loaded \(1 case\), 0 were here already, 1 failed/)
    const [line, ...others] = (await readFile(errors, 'utf8')).trimEnd().split('\n')
    assert.deepEqual(others, [])
    const { error, ...row } = JSON.parse(line ?? '')
    assert.deepEqual(row, { line: 3, type: 'document', source: 'old', externalId: 'bad' })
    assert.match(error, /not a path inside the folder/)
    const nothing = await run(join(folder.path, 'nowhere'))
    assert.equal(nothing.code, 1)
    assert.match(nothing.stderr, /^portico: There is nothing at .*nowhere\.$/m)
    assert.equal((await run()).code, 2)
  })

  it('pauses on Ctrl-C, and the same command goes on', async () => {
    const rows = 5_000
    const path = await folderOf('long', [
      header,
      ...Array.from({ length: rows }, (_, index) => caseRow(`l${index}`)),
    ])
    const { child, ended } = portico(['import', path], env)
    await new Promise((begun) => child.stderr?.once('data', begun))
    child.kill('SIGINT')
    const paused = await ended
    assert.equal(paused.code, 1, paused.stderr)
    assert.match(paused.stdout, /^Paused at \d+ %: run the same command again to resume\.$/m)
    assert.doesNotMatch(paused.stderr, /Error| {4}at /)
    const resumed = await run(path, '--json')
    assert.match(resumed.stderr, /^imp_\w+ resumes where it left off\.$/m)
    assert.match(resumed.stderr, /^Bytes \d+\/\d+ [\d,]+ rows\/s$/m)
    const { import: told } = JSON.parse(resumed.stdout)
    assert.ok(paused.stdout.startsWith(told.id))
    assert.deepEqual([told.status, told.rows], ['done', { loaded: rows, skipped: 0, failed: 0 }])
  })
})
