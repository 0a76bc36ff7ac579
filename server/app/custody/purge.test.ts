import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Decider } from '../../core/kernel/decider.ts'
import { party } from '../../core/party/party.ts'
import { type Blobs, openBlobs } from '../../files/blobs.ts'
import { type DerivedFiles, openDerivedFiles } from '../../files/derived.ts'
import { workFor } from '../../jobs/effects.ts'
import { defaultProfile } from '../../profile/default.ts'
import { allProjections } from '../../projections/all.ts'
import { findCaseAccess } from '../../projections/case-access.ts'
import { partyNoticesOf } from '../../projections/party-notices.ts'
import { indexPages } from '../../search/index-pages.ts'
import { openCaseIndexes } from '../../search/memory/case-indexes.ts'
import { readAllEvents } from '../../store/events/read.ts'
import { newCase, newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, noon } from '../../test/given.ts'
import { createExecute, type Execute } from '../engine/execute.ts'
import { rebuild } from '../engine/rebuild.ts'
import { openPartyNotices } from '../notifications/party-notices.ts'
import { verify } from '../verify/verify.ts'
import { claimBlobs } from './claimed-blobs.ts'
import { type Custody, openCustody } from './custody.ts'
import { createFinishPurges, settleMs } from './finish-purges.ts'
import { createForgetPurged } from './forget-purged.ts'

const closer: Decider<{ type: 'close'; caseId: string }, null> = {
  name: 'closer',
  stateVersion: 1,
  reads: ({ caseId }) => ({ subject: caseId }),
  initial: null,
  evolve: (state) => state,
  decide: ({ caseId }) => [{ type: 'case.closed', subject: caseId, data: { reason: 'decided' } }],
}

const retention = [
  { name: 'appeals', label: 'Appeals', caseTypes: ['appeal'], keepYears: 1, why: 'Schedule 7.' },
]
const profile = { ...defaultProfile, retention }
const hourMs = 3_600_000

describe('purging a case', () => {
  let db: TestDatabase
  let folder: string
  let stored: Blobs
  let blobs: Blobs
  let derived: DerivedFiles
  let execute: Execute
  let desk: ReturnType<typeof openDesk>
  let custody: Custody
  let now = noon
  const clock = () => now
  const finish = () => createFinishPurges({ db, blobs: stored, clock })()

  before(async () => {
    db = await freshDatabase()
    folder = await mkdtemp(join(tmpdir(), 'portico-purge-'))
    stored = await openBlobs(join(folder, 'blobs'), now)
    blobs = claimBlobs({ db, blobs: stored, clock })
    derived = await openDerivedFiles(join(folder, 'derived'), { maxBytes: 1_000_000, clock })
    execute = createExecute({ db, projections: allProjections, workFor, profileFor: async () => profile })
    desk = openDesk(db, execute)
    custody = openCustody({ db, execute, profile: async () => profile, clock })
  })
  after(async () => {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function bytesOf(text: string) {
    const { sha256, bytes } = await blobs.put(
      (async function* () {
        yield Buffer.from(text)
      })(),
    )
    const content = { sha256, bytes, mediaType: 'application/pdf', firstPage: 1, pageCount: 1 }
    return { ...newDocument(1), content }
  }

  async function closedCase(...texts: string[]) {
    const documents = await Promise.all(texts.map(bytesOf))
    const { caseId, documentIds } = await desk.open(documents)
    await execute(closer, requestBy(alice, now), { type: 'close', caseId }, () => null)
    return { caseId, documentIds, hashes: documents.map(({ content }) => content.sha256) }
  }

  const request = () => requestBy(alice, now)
  const passYears = (years: number) => {
    now = new Date(now.getTime() + years * 366 * 24 * hourMs)
  }
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }

  /** Every table that has rows of cases, and how many there are of one. */
  async function rowsOf(caseId: string): Promise<Record<string, number>> {
    const tables = await db.rows<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
       where column_name = 'case_id' and table_type = 'BASE TABLE' and table_schema in ('public', 'projections')`,
    )
    const counts = await Promise.all(
      tables.map(async ({ name }) => {
        const [row] = await db.rows<{ count: number }>(
          `select count(*)::int as count from ${name} where case_id = $1`,
          [caseId],
        )
        return [name, row?.count ?? 0] as const
      }),
    )
    return Object.fromEntries(counts.filter(([, count]) => count > 0))
  }

  it('erases its payloads, its rows and its words, and the chain still holds', async () => {
    const { caseId, documentIds } = await closedCase('a treatment record', 'a brief')
    const idempotency = { key: 'k', fingerprint: Buffer.from('f') }
    await desk.tag(caseId, documentIds[0] as string, 'nexus', { ...request(), idempotency })
    for (let count = 0; count < 101; count++) await desk.tag(caseId, documentIds[0] as string, `tag ${count}`)
    await indexPages(db, { caseId, pages: [{ page: 1, text: 'tinnitus is granted' }] })
    await db.rows(`insert into page_signatures (case_id, page, words, hash) values ($1, 1, 3, 'h')`, [caseId])
    const rows = Object.keys(await rowsOf(caseId))
    for (const table of ['public.snapshots', 'public.answers', 'public.page_tokens', 'projections.tags'])
      assert.ok(rows.includes(table), table)
    const other = await closedCase('another file')
    const before = await rowsOf(other.caseId)

    passYears(2)
    const tombstone = await custody.purge(request(), caseId)
    const [event] = await db.rows<{ events: number }>(
      `select count(*)::int as events from events where case_id = $1 and data is null`,
      [caseId],
    )
    assert.equal(tombstone.events, event?.events)
    assert.deepEqual(Object.keys(await rowsOf(caseId)).sort(), [
      'projections.tombstones',
      'public.case_streams',
      'public.events',
    ])
    assert.deepEqual(await rowsOf(other.caseId), before)
    assert.deepEqual((await verify(db)).faults, [])
    const everything = await db.rows<{ row: string }>(
      `select e::text as row from events e where case_id = $1`,
      [caseId],
    )
    assert.doesNotMatch(everything.map(({ row }) => row).join(), /Byron|nexus|Treatment/)
  })

  it('keeps that a party has opted out while the party has other cases, until it says anew', async () => {
    const notices = openPartyNotices({ db, execute })
    const opened = async () => {
      const { caseId } = await desk.open()
      const given = { role: 'appellant', organization: 'Byron & Co.' }
      await execute(
        party,
        request(),
        { type: 'recordParty', caseId, partyId: 'party_byron', ...given },
        () => null,
      )
      return caseId
    }
    const held = async (caseId: string) =>
      (await partyNoticesOf(db, ['party_byron'], { caseId, sensitivity: 0 })).get('party_byron')?.optedOut ??
      []
    const purge = async (caseId: string) => {
      await execute(closer, request(), { type: 'close', caseId }, () => null)
      passYears(2)
      await custody.purge(request(), caseId)
    }
    const [first, second, third] = [await opened(), await opened(), await opened()]
    await notices.set(request(), first, 'party_byron', { optedOut: ['email'] })
    await purge(first)
    assert.deepEqual(
      [await held(second), await notices.get(second, 'party_byron')],
      [['email'], { optedOut: [] }],
    )
    await rebuild(db, allProjections)
    assert.deepEqual(await held(second), ['email'])
    await notices.set(request(), second, 'party_byron', { optedOut: [] })
    assert.deepEqual(await held(second), [])

    await notices.set(request(), second, 'party_byron', { optedOut: ['text'] })
    await purge(second)
    assert.deepEqual(await held(third), ['text'])
    await purge(third)
    assert.deepEqual(await db.rows(`select * from kept_opt_outs`), [])
  })

  it('leaves a tombstone that says who, when and by which rule, also after a rebuild', async () => {
    const { caseId } = await closedCase('a file')
    const closedAt = now.toISOString()
    passYears(2)
    const tombstone = await custody.purge(request(), caseId)
    assert.deepEqual(tombstone, {
      caseId,
      docketNumber: '200102-1',
      caseType: 'appeal',
      closedAt,
      purgedAt: now.toISOString(),
      purgedBy: 'alice',
      rule: { kind: 'retention', name: 'appeals', keepYears: 1, why: 'Schedule 7.' },
      events: tombstone.events,
    })
    assert.deepEqual(await custody.tombstone(caseId), tombstone)
    await rebuild(db, allProjections)
    assert.deepEqual(await custody.tombstone(caseId), tombstone)
    assert.deepEqual((await custody.tombstones({ limit: 1 }))[0], tombstone)
    const next = await custody.tombstones({ after: caseId, limit: 10 })
    assert.ok(!next.some((one) => one.caseId === caseId))
    await assert.rejects(custody.tombstone('case_none'), { code: 'notFound' })
  })

  it('above a clearance is not told of: not when it is due, not by its tombstone, not in the feed', async () => {
    await custody.purgeDue()
    const low = await closedCase('below')
    pass(hourMs)
    const high = await closedCase('above')
    await custody.setSensitivity(request(), high.caseId, { level: 6, why: 'A colleague.' })
    passYears(2)
    const seenBy = (mostSensitivity: number) => ({ mostSensitivity, barredCaseIds: [] })
    const due = async (most: number) =>
      (await custody.due({ limit: 10, seen: seenBy(most) })).map(({ id }) => id)
    assert.deepEqual([await due(5), await due(6)], [[low.caseId], [low.caseId, high.caseId]])
    const barred = { mostSensitivity: 9, barredCaseIds: [low.caseId] }
    assert.deepEqual(
      (await custody.due({ limit: 1, seen: barred })).map(({ id }) => id),
      [high.caseId],
    )

    await custody.purge(request(), low.caseId)
    pass(hourMs)
    await custody.purge(request(), high.caseId)
    await rebuild(db, allProjections)
    const first = async (most: number) =>
      (await custody.tombstones({ limit: 1, seen: seenBy(most) }))[0]?.caseId
    assert.deepEqual([await first(5), await first(6)], [low.caseId, high.caseId])
    await assert.rejects(custody.tombstone(high.caseId, seenBy(5)), { code: 'notFound' })
    assert.equal((await custody.tombstone(high.caseId, seenBy(6))).caseId, high.caseId)
    const levels = [low, high].map(({ caseId }) => findCaseAccess(db, caseId, '2030-01-01'))
    assert.deepEqual(
      (await Promise.all(levels)).map((access) => access?.sensitivity),
      [0, 6],
    )
    const told = async (upTo: number) =>
      (await readAllEvents(db, { limit: 10_000, ceiling: 2 ** 31, upTo })).some(
        ({ caseId }) => caseId === high.caseId,
      )
    assert.deepEqual([await told(5), await told(6)], [false, true])
  })

  it('a purge that did not keep how sensitive the case was is told to those who are cleared for all', async () => {
    const { caseId } = await closedCase('from before')
    passYears(2)
    await custody.purge(request(), caseId)
    await db.rows(`alter table events disable trigger user`)
    await db.rows(
      `update events set data = data - 'sensitivity' where case_id = $1 and type = 'case.purged'`,
      [caseId],
    )
    await db.rows(`alter table events enable trigger user`)
    const by = (mostSensitivity: number) => custody.tombstone(caseId, { mostSensitivity, barredCaseIds: [] })
    await assert.rejects(by(8), { code: 'notFound' })
    assert.equal((await by(9)).caseId, caseId)
  })

  it('nothing happens to it any more, and its id is not given again', async () => {
    const { caseId, documentIds } = await closedCase('a file')
    passYears(2)
    await custody.purge(request(), caseId)
    await assert.rejects(desk.tag(caseId, documentIds[0] as string, 'late'), { code: 'notFound' })
    await assert.rejects(custody.purge(request(), caseId), { code: 'notFound' })
    await assert.rejects(desk.open([], newCase([], { caseId })), { code: 'conflict' })
  })

  it('of two who purge it at once one does, and a repeat under the same key gets the same tombstone', async () => {
    const { caseId } = await closedCase('a file')
    passYears(2)
    const idempotency = { key: randomBytes(8).toString('hex'), fingerprint: Buffer.from('f') }
    const results = await Promise.allSettled([
      custody.purge({ ...request(), idempotency }, caseId),
      custody.purge(request(), caseId),
    ])
    const [won] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    assert.deepEqual(refused, ['notFound'])
    if (results[0]?.status === 'fulfilled')
      assert.deepEqual(await custody.purge({ ...request(), idempotency }, caseId), won)
  })

  it('bytes that no other case names go, and those that one names stay', async () => {
    const { caseId, hashes } = await closedCase('only here', 'shared by two')
    const other = await closedCase('shared by two')
    const [own, shared] = hashes as [string, string]
    assert.equal(shared, other.hashes[0])
    passYears(2)
    await custody.purge(request(), caseId)
    await finish()
    assert.equal(await stored.has(own), true)
    pass(settleMs)
    await finish()
    assert.deepEqual([await stored.has(own), await stored.has(shared)], [false, true])

    passYears(2)
    await custody.purge(request(), other.caseId)
    pass(settleMs)
    assert.deepEqual(await finish(), { removed: 1 })
    assert.equal(await stored.has(shared), false)
    assert.deepEqual(await finish(), { removed: 0 })
  })

  it('bytes that somebody puts meanwhile stay for the case that is about to name them', async () => {
    const { caseId, hashes } = await closedCase('sent again')
    const [sha256] = hashes as [string]
    passYears(2)
    await custody.purge(request(), caseId)
    pass(settleMs)
    const document = await bytesOf('sent again')
    await finish()
    assert.equal(await stored.has(sha256), true)
    await desk.open([document])
    pass(25 * hourMs)
    await finish()
    assert.equal(await stored.has(sha256), true)
  })

  it('whoever put bytes that were removed before they were claimed is told to send them again', async () => {
    const { caseId, hashes } = await closedCase('gone in between')
    passYears(2)
    await custody.purge(request(), caseId)
    pass(settleMs)
    const slow = claimBlobs({
      db,
      clock,
      blobs: {
        ...stored,
        async put(source) {
          const put = await stored.put(source)
          await finish()
          return put
        },
      },
    })
    const send = () =>
      slow.put(
        (async function* () {
          yield Buffer.from('gone in between')
        })(),
      )
    await assert.rejects(send(), /send them again/)
    assert.equal(await stored.has(hashes[0] as string), false)
    await send()
    assert.equal(await stored.has(hashes[0] as string), true)
  })

  it('what work under way wrote after the purge goes too', async () => {
    const { caseId } = await closedCase('a file that is read')
    passYears(2)
    await custody.purge(request(), caseId)
    await indexPages(db, { caseId, pages: [{ page: 1, text: 'read too late' }] })
    assert.ok('public.page_texts' in (await rowsOf(caseId)))
    pass(settleMs)
    await finish()
    assert.ok(!('public.page_texts' in (await rowsOf(caseId))))
  })

  it('each machine drops what it made of the case, and of bytes that are gone', async () => {
    const { caseId, hashes } = await closedCase('cut into pages')
    const other = await closedCase('kept whole')
    const make = async (output: string) => {
      const { writeFile } = await import('node:fs/promises')
      await writeFile(output, 'made')
    }
    for (const source of [caseId, other.caseId, ...hashes, ...other.hashes])
      await derived.of(source).file('a', make)
    const indexes = openCaseIndexes({ db, mostBytes: 1_000_000 })
    await indexPages(db, { caseId, pages: [{ page: 1, text: 'tinnitus' }] })
    await indexes.pages(caseId, 1)
    await indexes.settled()
    assert.equal(indexes.size().cases, 1)
    const forgetPurged = createForgetPurged({ db, clock, indexes, derived })
    assert.deepEqual(await forgetPurged(), { forgotten: 0 })

    passYears(2)
    await custody.purge(request(), caseId)
    pass(settleMs)
    await finish()
    assert.deepEqual(await forgetPurged(), { forgotten: 2 })
    assert.deepEqual((await derived.sources()).sort(), [other.caseId, ...other.hashes].sort())
    assert.equal(indexes.size().cases, 0)
    await indexes.close()
  })

  it('cases whose time is over are listed and purged, but for those that are held', async () => {
    await custody.purgeDue()
    const first = await closedCase('one')
    pass(hourMs)
    const held = await closedCase('two')
    pass(hourMs)
    const third = await closedCase('three')
    const { hold } = await custody.placeHold(request(), held.caseId, 'A suit is pending.')
    assert.deepEqual(await custody.due({ limit: 10 }), [])
    passYears(1)
    const due = await custody.due({ limit: 10 })
    assert.deepEqual(
      due.map(({ id, isHeld, why }) => [id, isHeld, why]),
      [
        [first.caseId, false, 'Schedule 7.'],
        [held.caseId, true, 'Schedule 7.'],
        [third.caseId, false, 'Schedule 7.'],
      ],
    )
    const rest = await custody.due({ limit: 10, after: due[0]! })
    assert.deepEqual(
      rest.map(({ id }) => id),
      [held.caseId, third.caseId],
    )
    await assert.rejects(custody.purge(request(), held.caseId), { code: 'stateForbids' })
    assert.deepEqual(await custody.purgeDue({ byItself: true }), [])
    const purged = await custody.purgeDue()
    assert.deepEqual(
      purged.map(({ caseId, purgedBy }) => [caseId, purgedBy]),
      [
        [first.caseId, 'portico'],
        [third.caseId, 'portico'],
      ],
    )
    await custody.liftHold(request(), held.caseId, hold.id, 'Settled.')
    assert.deepEqual(
      (await custody.holds(held.caseId)).map(({ lifted }) => lifted?.why),
      ['Settled.'],
    )
    assert.equal((await custody.purgeDue()).length, 1)
  })

  it('the bytes of a load go some time after it has come to its end', async () => {
    const { content } = await bytesOf('{"type":"case"}')
    await db.rows(
      `insert into imports (id, status, dry_run, actor, created_at, finished_at, manifest, files, bytes)
       values ('imp_1', 'done', false, '{}', $1, $1, $2, '{"kind":"blobs"}', 1)`,
      [now, content.sha256],
    )
    pass(29 * 24 * hourMs)
    await finish()
    assert.equal(await stored.has(content.sha256), true)
    pass(2 * 24 * hourMs)
    await finish()
    pass(settleMs)
    await finish()
    assert.equal(await stored.has(content.sha256), false)
    assert.ok((await readdir(join(folder, 'blobs'))).length > 0)
  })

  it('asks for the end of the purge in the background', async () => {
    const jobs = await db.rows<{ key: string; run_at: Date }>(
      `select key, run_at from graphile_worker.jobs where key = 'finishPurges:all'`,
    )
    assert.equal(jobs.length, 1)
    assert.ok((jobs[0]?.run_at.getTime() ?? 0) > noon.getTime())
  })
})
