import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { NewOperation } from '@portico/contract/operations'
import { PorticoClient, PorticoError } from '@portico/sdk'
import { preparedCases } from '../../../sdk/test/prepared-case.ts'
import { samplesIn } from '../../../tools/samples.ts'
import { countsOf, inserted, typed } from '../faults/two-desks.ts'
import { credentials, type Running, servePortico, tokenAt } from '../process.ts'
import { until } from '../until.ts'
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts'

export const debianPackages = ['postgresql']

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/how-to/back-up-and-restore.md'), 'utf8')
const [backUp, restore, check] = samplesIn(page).map(({ code }) => code)
const run = promisify(execFile)

describe('a backup that is made as its page says while a draft is written', () => {
  let folder: string
  let server: DebianPostgres
  let running: Running | undefined
  let token: string
  let of: { caseId: string; workProductId: string }
  /** What was acknowledged, in order, and how much of it before the backup began. */
  const words: string[] = []
  let acknowledged: string[] = []
  let lastRevision = 0

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-backup-typing-'))
    await chmod(folder, 0o711)
    server = startDebianPostgres(join(folder, 'cluster'))
  })
  after(async () => {
    await stop()
    server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const settings = (name: string, data = name) => ({
    DATABASE_URL: server.url(name),
    PORTICO_DATA: join(folder, data),
    PORTICO_SYNTH_PAGES: '4',
    PORTICO_OCR: 'off',
    PORTICO_SPEECH: 'off',
  })
  const shell = (code: string | undefined, env: Record<string, string>) =>
    run('bash', ['-euc', code ?? 'exit 9'], {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', BACKUP: join(folder, 'backup'), ...env },
    })
  const start = async (name: string) => {
    running = await servePortico(settings(name))
    token ??= await tokenAt(running.url)
    return new PorticoClient({ baseUrl: running.url, token, retries: 0 })
  }
  async function stop() {
    running?.child.kill('SIGTERM')
    await running?.ended
    running = undefined
  }
  const change = (client: PorticoClient, base: number, operations: NewOperation[]) =>
    client.workProducts.changeText(of.caseId, of.workProductId, { base, operations })
  const product = (client: PorticoClient) => client.workProducts.get(of.caseId, of.workProductId)
  const textOf = async (client: PorticoClient) => wordsIn(await product(client))
  const isOnce = (wanted: readonly string[], text: string) =>
    assert.deepEqual(
      [...countsOf(wanted, text)].filter(([, count]) => count !== 1),
      [],
    )

  it('has every word that was acknowledged before it began, and verifies', async () => {
    server.createDatabase('typing')
    const client = await start('typing')
    of = await preparedCases(client, credentials.username).own('drafting', true)
    await change(client, 0, [inserted('one', 'One.'), inserted('two', 'Two.')])
    let isOver = false
    const type = async (block: string) => {
      let base = 1
      for (let n = 0; !isOver; n += 1) {
        const word = `${block}${n}x`
        const { revision, conflicts } = await change(client, base, [typed(block, 0, `${word} `)])
        assert.deepEqual(conflicts, [])
        words.push(word)
        await sleep(30)
        base = revision
        lastRevision = Math.max(lastRevision, revision)
        if (n % 20 === 10) await client.workProducts.keepVersion(of.caseId, of.workProductId)
      }
    }
    const typing = Promise.all([type('one'), type('two')])
    await until(() => words.length > 30)
    acknowledged = [...words]
    try {
      await shell(backUp, settings('typing'))
      const during = words.length
      await until(() => words.length > during + 10)
    } finally {
      isOver = true
      await typing
    }
    isOnce(words, await textOf(client))
    await stop()

    server.createDatabase('typed')
    await shell(restore, settings('typed'))
    const { stdout } = await shell(check, settings('typed'))
    assert.match(stdout, /every chain holds\.\n/)
    assert.match(stdout, /draft/)
  })

  it('goes on from its own revision, and whoever was ahead of it is told, and loses no words', async () => {
    const client = await start('typed')
    const restored = await product(client)
    const { revision = 0 } = restored
    const text = wordsIn(restored)
    isOnce(acknowledged, text)
    assert.ok(revision < lastRevision - 1, `${revision} of ${lastRevision}`)
    await assert.rejects(
      change(client, lastRevision, [typed('one', 0, 'ahead ')]),
      (error: unknown) =>
        error instanceof PorticoError &&
        error.code === 'conflict' &&
        /^base must be a revision that the text had: \d+ is none of it\. It is at \d+: read it again\.$/.test(
          error.message,
        ),
    )
    // The client still has its words: those that are not in the text are typed again.
    const missing = words.filter((word) => !text.includes(word))
    assert.ok(missing.length > 0)
    const next = await change(client, revision, [typed('one', 0, `${missing.join(' ')} `)])
    assert.equal(next.revision, revision + 1)
    isOnce(words, await textOf(client))
    const { version } = await client.workProducts.keepVersion(of.caseId, of.workProductId)
    assert.ok(version > restored.version)
  })

  it('that is put back under a running process is not written on by what it remembers', async () => {
    const client = new PorticoClient({ baseUrl: running?.url ?? '', token, retries: 0 })
    const remembered = await product(client)
    const { revision: last } = await change(client, remembered.revision ?? 0, [typed('two', 0, 'gone ')])
    // A service that runs would write into a database that is being restored.
    server.createDatabase('back')
    await shell(
      'pg_restore --no-owner --no-acl --exit-on-error --dbname="$DATABASE_URL" "$BACKUP/database.dump"',
      settings('back'),
    )
    server.dropDatabase('typed')
    server.renameDatabase('back', 'typed')
    const restored = await until(() => product(client).catch(() => undefined))
    assert.ok((restored.revision ?? 0) < last)
    await assert.rejects(change(client, last, [typed('two', 0, 'ahead ')]), { code: 'conflict' })
    // Other words up to the revision that it remembers.
    let { revision = 0 } = restored
    while (revision < last)
      ({ revision } = await change(client, revision, [typed('two', 0, `again${revision}x `)]))
    const now = await product(client)
    assert.doesNotMatch(wordsIn(now), /gone/)
    isOnce(acknowledged, wordsIn(now))
    await stop()
    const { stdout } = await shell(check, settings('typed'))
    assert.match(stdout, /every chain holds\.\n/)
  })
})

const wordsIn = ({ content }: { content: unknown }) => JSON.stringify(content)
