import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { samplesIn } from '../../../tools/samples.ts'
import { openDatabase } from '../../store/db.ts'
import { listEpochs } from '../../store/events/epochs.ts'
import { newestCommitted } from '../../store/events/positions.ts'
import { portico } from '../process.ts'
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts'

export const debianPackages = ['postgresql']

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/how-to/back-up-and-restore.md'), 'utf8')
const [backUp, restore, check, newEpoch] = samplesIn(page).map(({ code }) => code)
const run = promisify(execFile)

describe('a backup that is made and restored as its page says, on a PostgreSQL of Debian', () => {
  let folder: string
  let server: DebianPostgres
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-backup-'))
    await chmod(folder, 0o711)
    server = startDebianPostgres(join(folder, 'cluster'))
  })
  after(async () => {
    server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const settings = (name: string) => ({
    DATABASE_URL: server.url(name),
    PORTICO_DATA: join(folder, name),
    PORTICO_OCR: 'off',
    PORTICO_SPEECH: 'off',
  })
  const shell = (code: string | undefined, name: string) =>
    run('bash', ['-euc', code ?? 'exit 9'], {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', BACKUP: join(folder, 'backup'), ...settings(name) },
    })

  it('is whole, and the same in every file and event', async () => {
    server.createDatabase('first')
    const made = await portico(['synth', '--cases', '2', '--pages', '5'], settings('first')).ended
    assert.equal(made.code, 0, made.stderr)
    await shell(backUp, 'first')
    assert.deepEqual((await readdir(join(folder, 'backup'))).toSorted(), [
      'blobs',
      'database.dump',
      'profile.json',
      'seal-certificate.pem',
      'secret',
    ])
    for (const name of ['', 'secret', 'blobs', 'database.dump'])
      assert.equal((await stat(join(folder, 'backup', name))).mode & 0o077, 0, name)

    server.createDatabase('second')
    await shell(restore, 'second')
    const { stdout } = await shell(check, 'second')
    assert.match(
      stdout,
      /^\d+ events of 2 cases: every chain holds\.\n2 stored files: all are as received\.\n$/,
    )
    const before = await portico(['seal-certificate'], settings('first')).ended
    const restored = await portico(['seal-certificate'], settings('second')).ended
    assert.equal(restored.stdout, before.stdout, 'the key is opened by the secret of the backup')
  })

  it('is a log in another epoch, which began behind its last event; so is one that is said to be put back', async () => {
    const read = async (name: string) => {
      const db = openDatabase({ url: server.url(name), size: 1 })
      const [epochs, newest] = await Promise.all([listEpochs(db), newestCommitted(db)])
      await db.close()
      return { epochs, newest }
    }
    const [first, second] = [await read('first'), await read('second')]
    assert.deepEqual(second.epochs.slice(0, -1), first.epochs)
    assert.deepEqual(second.epochs.at(-1), { epoch: second.newest.epoch, beganAfter: first.newest.position })
    await shell(newEpoch, 'second')
    assert.equal((await read('second')).epochs.length, second.epochs.length + 1)
  })

  it('that has lost a file is found out', async () => {
    const blobs = join(folder, 'second/blobs')
    const [file = ''] = (await readdir(blobs, { recursive: true })).filter((name) =>
      /[0-9a-f]{64}$/.test(name),
    )
    await rm(join(blobs, file))
    await assert.rejects(shell(check, 'second'), { code: 1, stdout: /The file of version 1 is missing/ })
  })
})
