import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFile, chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { openLiveFeed } from '../../app/engine/live.ts'
import { type Database, openDatabase } from '../../store/db.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../store/embedded.ts'
import { listEpochs } from '../../store/events/epochs.ts'
import { newestCommitted } from '../../store/events/positions.ts'
import { openDesk } from '../case-desk.ts'
import { freshDatabase } from '../database.ts'
import { databaseHasEnded, folderWithDatabase, servePortico } from '../process.ts'
import { until } from '../until.ts'

describe('a log that is put back', () => {
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let server: EmbeddedPostgres | undefined
  let db: Database | undefined
  beforeEach(async () => {
    folder = await folderWithDatabase()
  })
  afterEach(async () => {
    await stop()
    await folder.remove()
  })

  const database = () => join(folder.path, 'database')
  const start = async () => {
    server = await startEmbedded(database())
    db = openDatabase({ url: server.url, size: 4, recover: server.ensure })
    return db
  }
  const stop = async () => {
    await db?.close()
    await server?.stop()
    db = undefined
    server = undefined
  }
  const writeCase = async (to: Database) => {
    const desk = openDesk(to)
    const { caseId, documentIds } = await desk.open()
    return (text: string) => desk.tag(caseId, documentIds[0]!, text)
  }

  it('by a recovery that begins another timeline, as a promotion does, goes on in another epoch', async () => {
    const first = await start()
    const tag = await writeCase(first)
    await tag('kept')
    const before = await newestCommitted(first)
    const { cluster } = server!
    await stop()
    const { uid, gid } = await stat(cluster)
    const signal = join(cluster, 'recovery.signal')
    await writeFile(signal, '')
    await chown(signal, uid, gid)
    await appendFile(join(cluster, 'postgresql.auto.conf'), `restore_command = '/bin/false'\n`)
    const recovered = await start()
    // Until it is done it is a standby.
    const now = await until(() => newestCommitted(recovered).catch(() => undefined))
    assert.equal(now.position, before.position)
    assert.ok(now.epoch > before.epoch)
    assert.deepEqual((await listEpochs(recovered)).at(-1), { epoch: now.epoch, beganAfter: before.position })
    await stop()
    assert.equal((await newestCommitted(await start())).epoch, now.epoch, 'a restart begins none')
  })

  it('a standby that was not promoted is taken for a database that is away', async () => {
    await start()
    const { cluster } = server!
    await stop()
    const { uid, gid } = await stat(cluster)
    const signal = join(cluster, 'standby.signal')
    await writeFile(signal, '')
    await chown(signal, uid, gid)
    const standby = await start()
    await assert.rejects(standby.rows(`select 1`), { code: '57P03' })
  })

  it('by files of the embedded database that are copied back goes on in another epoch', async () => {
    const env = { PORTICO_DATA: folder.path, PORTICO_SYNTH_PAGES: '4' }
    const serveOnce = async () => {
      const running = await servePortico(env)
      running.child.kill('SIGTERM')
      await running.ended
      await databaseHasEnded(folder.path)
      const epochs = await listEpochs(await start())
      await stop()
      return epochs
    }
    const first = await serveOnce()
    assert.deepEqual(await serveOnce(), first, 'a start begins none')
    const copy = `${database()}-copy`
    execFileSync('cp', ['-a', database(), copy])
    await rm(database(), { recursive: true })
    execFileSync('cp', ['-a', copy, database()])
    const second = await serveOnce()
    assert.equal(second.length, first.length + 1)
  })

  it('under a running service, unnoticed by PostgreSQL, goes on in another epoch', async () => {
    const running = await start()
    const tag = await writeCase(running)
    const feed = openLiveFeed(running)
    await tag('kept')
    const kept = await feed.end()
    await tag('lost')
    const seen = await feed.end()
    assert.equal(seen.epoch, kept.epoch)
    await running.rows(`delete from events where position > $1`, [kept.position])
    const now = await feed.end()
    assert.equal(now.position, kept.position)
    assert.ok(now.epoch > seen.epoch)
    await assert.rejects(feed.resume(seen), { code: 'gone', resumeAfter: `${kept.position}@${now.epoch}` })
    feed.close()
  })

  it('a copy of a database is a log of its own', async () => {
    const original = await freshDatabase({ size: 2 })
    await writeCase(original)
    const before = await newestCommitted(original)
    await original.disconnect()
    const copied = await freshDatabase({ size: 2, like: original.name })
    const now = await newestCommitted(copied)
    assert.equal(now.position, before.position)
    assert.ok(now.epoch > before.epoch)
    await copied.close()
  })
})
