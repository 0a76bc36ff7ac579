import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verify } from '../../app/verify/verify.ts'
import { openBlobs } from '../../files/blobs.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { caseRow, documentRow, header, type Loading, openLoading, tablesOf } from '../loading.ts'
import { compileCache } from '../process.ts'
import { numberedPages, testPdf } from '../test-pdf.ts'

const entry = join(import.meta.dirname, 'load-in-child.ts')
const kills = 10
/** Small, so that a few hundred rows are many batches. */
const batchWeight = 200
const cases = 800
const documents = 80

describe('a bulk load that is killed ten times', () => {
  let unbroken: Loading
  let broken: TestDatabase
  let data: string
  let folder: string
  before(async () => {
    unbroken = await openLoading({ batchWeight })
    broken = await freshDatabase()
    data = await mkdtemp(join(tmpdir(), 'portico-killed-'))
    const files: Record<string, Buffer> = {}
    for (let index = 0; index < 12; index++)
      files[`files/${index}.pdf`] = await testPdf(numberedPages(6, `File ${index} page`))
    files['files/noise.pdf'] = Buffer.from('%PDF-1.7 noise')
    folder = await unbroken.folderOf({ 'manifest.ndjson': rows(), ...files })
  })
  after(async () => {
    await unbroken.close()
    await broken.close()
    await rm(data, { recursive: true, force: true })
  })

  /** Kills the child a moment after it has come to some batch; `done` where it came to the end before. */
  async function live(batches: number, momentMs: number): Promise<'killed' | 'done'> {
    const child: ChildProcess = spawn(
      process.execPath,
      [entry, broken.url, data, folder, String(batchWeight), batches < 0 ? '' : String(batches + 2)],
      {
        env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    let seen = -1
    let last = ''
    for await (const line of createInterface({ input: child.stdout! })) {
      last = line
      seen += 1
      if (seen !== batches) continue
      await sleep(momentMs)
      child.kill('SIGKILL')
    }
    await ended
    return last === 'done' ? 'done' : 'killed'
  }

  it('ends with exactly the tables of one that was never broken off', async () => {
    let killed = 0
    while (killed < kills) {
      const outcome = await live(killed % 2, Math.random() * 60)
      assert.equal(outcome, 'killed', `it came to its end after ${killed} kills`)
      killed += 1
    }
    const [halfway] = await broken.rows<{ bytes_read: number; bytes: number }>(
      `select bytes_read, bytes from imports`,
    )
    assert.ok(halfway && halfway.bytes_read > 0 && halfway.bytes_read < halfway.bytes, 'there was more to do')
    assert.equal(await live(-1, 0), 'done')

    const whole = await unbroken.load(folder)
    assert.equal(whole.status, 'done')
    const [counted] = await broken.rows<{ loaded: object; failed: number; skipped: number }>(
      `select loaded, failed, skipped from imports`,
    )
    assert.deepEqual(counted, {
      loaded: whole.loaded,
      failed: whole.rows.failed,
      skipped: whole.rows.skipped,
    })
    assert.deepEqual(await errorsOf(broken), await errorsOf(unbroken.db))
    const [ours, theirs] = [await tablesOf(broken), await tablesOf(unbroken.db)]
    for (const table of Object.keys(theirs)) assert.deepEqual(ours[table], theirs[table], table)
    assert.ok(theirs.events!.length > cases + documents)
  })

  it('leaves whole chains, and the bytes of every document', async () => {
    assert.deepEqual((await verify(broken, {})).faults, [])
    const blobs = await openBlobs(join(data, 'blobs'), new Date())
    const named = await broken.rows<{ sha256: string }>(
      `select distinct content->>'sha256' as sha256 from documents`,
    )
    assert.equal(named.length, 7)
    for (const { sha256 } of named) assert.ok(await blobs.has(sha256))
  })
})

const errorsOf = (db: TestDatabase) =>
  db.rows(`select line, type, source, external_id, error from import_errors order by line`)

function rows(): object[] {
  const at = '2020-05-06T07:08:09Z'
  const made: object[] = [header]
  for (let index = 0; index < cases; index++) {
    made.push(caseRow(`c${index}`, index % 197 === 5 ? { receiptDate: 'never' } : {}))
    if (index % 10 === 0)
      made.push({
        type: 'party',
        externalId: `p${index}`,
        case: `c${index}`,
        role: 'appellant',
        organization: 'O',
        at,
      })
    if (index % 15 === 0) {
      made.push({ type: 'issue', externalId: `i${index}`, case: `c${index}`, issueType: 'x', at })
      made.push({
        type: 'event',
        externalId: `e${index}`,
        case: `c${index % 40}`,
        what: 'moved',
        at,
        by: 'judge',
      })
    }
    if (index % 10 !== 7) continue
    const file = index % 70 === 7 ? 'files/noise.pdf' : `files/${index % 12}.pdf`
    const part = index % 70 === 7 ? {} : { firstPage: 1 + (index % 3), pageCount: 2 }
    made.push(documentRow(`d${index}`, `c${index % 50}`, { file, ...part, by: 'clerk' }))
    made.push({ type: 'tag', document: `d${index}`, text: `tag ${index % 3}`, at, by: 'drafter' })
    const units = { unit: 'point' }
    made.push({
      type: 'annotation',
      externalId: `n${index}`,
      document: `d${index}`,
      page: 1,
      x: 61.2,
      y: 79.2,
      units,
      at,
    })
  }
  return made
}
