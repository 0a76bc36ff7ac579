import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { allProjections } from '../../projections/all.ts'
import { eventCeiling } from '../../store/events/positions.ts'
import { readAllEvents } from '../../store/events/read.ts'
import { openDesk } from '../../test/case-desk.ts'
import { alice } from '../../test/given.ts'
import { caseRow, documentRow, header, type Loading, openLoading, tablesOf } from '../../test/loading.ts'
import { sized } from '../../test/size.ts'
import { testPdf } from '../../test/test-pdf.ts'
import { rebuild } from '../engine/rebuild.ts'
import { verify } from '../verify/verify.ts'

describe('a bulk load', () => {
  let loading: Loading
  let pdf: Buffer
  before(async () => {
    loading = await openLoading({ batchWeight: 200 })
    pdf = await testPdf(['one', 'two', { text: 'three', rotate: 90 }, 'four'])
  })
  after(() => loading.close())

  const everything = () => [
    header,
    caseRow('a'),
    {
      type: 'party',
      externalId: 'p1',
      case: 'a',
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'Byron' },
    },
    { type: 'party', externalId: 'p2', case: 'a', role: 'representative', organization: 'Legion' },
    {
      type: 'issue',
      externalId: 'i1',
      case: 'a',
      issueType: 'serviceConnection',
      benefitType: 'compensation',
    },
    { type: 'issue', externalId: 'i2', case: 'a', issueType: 'increasedRating' },
    documentRow('d1', 'a', { file: 'files/all.pdf', pageCount: 2, categories: ['medical'] }),
    documentRow('d2', 'a', { file: 'files/all.pdf', firstPage: 3, by: 'clerk' }),
    { type: 'tag', document: 'd1', text: 'nexus', by: 'drafter', at: '2020-02-01T00:00:00Z' },
    {
      type: 'annotation',
      externalId: 'n1',
      document: 'd2',
      page: 1,
      x: 792,
      y: 0,
      units: { unit: 'point', rotation: 'page' },
      comment: 'see here',
      by: 'drafter',
      at: '2020-02-02T00:00:00Z',
    },
    {
      type: 'event',
      externalId: 'e1',
      case: 'a',
      what: 'hearing held',
      at: '2020-03-01T00:00:00Z',
      by: 'judge',
    },
  ]

  it('brings cases with all that belongs to them, dated as they happened', async () => {
    const path = await loading.folderOf({ 'manifest.ndjson': everything(), 'files/all.pdf': pdf })
    const done = await loading.load(path)
    assert.deepEqual(done.errors, [])
    assert.equal(done.status, 'done')
    assert.deepEqual(done.loaded, {
      case: 1,
      party: 2,
      issue: 2,
      document: 2,
      tag: 1,
      annotation: 1,
      event: 1,
    })
    const { db } = loading
    const documents = await db.rows(
      `select name, start_page, end_page, categories, content->>'firstPage' as first from documents order by start_page`,
    )
    assert.deepEqual(documents, [
      { name: 'Document d1', start_page: 1, end_page: 2, categories: ['medical'], first: '1' },
      { name: 'Document d2', start_page: 3, end_page: 4, categories: [], first: '3' },
    ])
    assert.deepEqual(await db.rows(`select page, x, y, created_by from annotations`), [
      { page: 3, x: 0, y: 0, created_by: 'drafter' },
    ])
    // Who stood in for the claimant from the opening on is one with the row.
    assert.deepEqual(await db.rows(`select role, organization, status from parties order by status, role`), [
      { role: 'appellant', organization: null, status: 'current' },
      { role: 'representative', organization: 'Legion', status: 'current' },
      { role: 'appellant', organization: null, status: 'merged' },
    ])
    assert.deepEqual(await db.rows(`select issue_type, position from issues order by position`), [
      { issue_type: 'serviceConnection', position: 0 },
      { issue_type: 'increasedRating', position: 1 },
    ])
    const [told] = await db.rows<{
      at: Date
      is_later: boolean
      actor: { name: string }
      on_behalf_of: { name: string }
      causation_id: string
    }>(
      `select at, recorded_at > at as is_later, actor, on_behalf_of, causation_id
       from events where type = 'case.historyRecorded'`,
    )
    assert.equal(told?.at.toISOString(), '2020-03-01T00:00:00.000Z')
    assert.ok(told.is_later)
    assert.deepEqual([told.actor.name, told.on_behalf_of.name], ['alice', 'judge'])
    assert.equal(told.causation_id, `${done.id}#11`)
    assert.equal(
      (await db.rows(`select 1 from graphile_worker.jobs where task_identifier = 'readTexts'`)).length,
      1,
    )
  })

  it('is followed by what follows from the same on any other case', async () => {
    const path = await loading.folderOf({
      'manifest.ndjson': [header, caseRow('remand', { caseType: 'courtRemand' })],
    })
    assert.equal((await loading.load(path)).rows.loaded, 1)
    const { db } = loading
    const [work] = await db.rows(
      `select w.status, w.step, w.court_remand from case_work w join aliases a using (case_id)
       where a.external_id = 'remand'`,
    )
    assert.deepEqual(work, { status: 'preDocketed', step: 'intake', court_remand: true })
    const tasks = await db.rows(
      `select t.type, t.status from tasks t join aliases a using (case_id) where a.external_id = 'remand' order by 1`,
    )
    assert.deepEqual(tasks, [
      { type: 'appeal', status: 'onHold' },
      { type: 'intake', status: 'assigned' },
    ])
  })

  it('takes up a case where it stood: closed with its outcome, on its docket, at a task, with its sessions', async () => {
    const slot = { startsAt: '2021-02-01T15:00:00Z', minutes: 60, timeZone: 'America/New_York' }
    const closed = { reason: 'decided', at: '2021-06-01T00:00:00Z', outcome: 'Granted in part' }
    const path = await loading.folderOf({
      'manifest.ndjson': [
        header,
        caseRow('over', { docket: { name: 'hearing' }, closed }),
        { type: 'session', externalId: 's1', case: 'over', kind: 'video', status: 'held', slot },
        {
          type: 'issue',
          externalId: 'i9',
          case: 'over',
          issueType: 'serviceConnection',
          disposition: 'allowed',
        },
        caseRow('waiting', { docket: { name: 'directReview', date: '2020-05-01' } }),
        caseRow('drafted', { docket: { name: 'directReview' } }),
        { type: 'task', externalId: 't0', case: 'drafted', taskType: 'review' },
        { type: 'task', externalId: 't1', case: 'drafted', taskType: 'drafting', instructions: 'Go on.' },
        { type: 'task', externalId: 't2', case: 'over', taskType: 'drafting' },
        caseRow('odd', { closed: { ...closed, reason: 'spell' } }),
      ],
    })
    const done = await loading.load(path)
    assert.deepEqual(
      done.errors.map(({ line, error }) => [line, error.replace(/: it must be .*/, '')]),
      [
        [9, 'The case is closed: it cannot have open tasks.'],
        [10, 'There is no reason to close a case spell'],
      ],
    )
    const { db } = loading
    const standings = await db.rows(
      `select a.external_id as name, w.status, w.is_closed, w.close_reason, w.docket, w.closed_at,
         array(select t.type from tasks t where t.case_id = w.case_id and t.status in ('assigned', 'inProgress', 'onHold')
           order by t.type) as open
       from case_work w join aliases a using (case_id) where a.external_id in ('over', 'waiting', 'drafted') order by 1`,
    )
    const open = { is_closed: false, close_reason: null, closed_at: null, docket: 'directReview' }
    assert.deepEqual(standings, [
      { name: 'drafted', status: 'drafting', ...open, open: ['appeal', 'drafting', 'review'] },
      {
        ...{ name: 'over', status: 'closed', is_closed: true, close_reason: 'decided', docket: 'hearing' },
        ...{ closed_at: new Date(closed.at), open: [] },
      },
      { name: 'waiting', status: 'onDocket', ...open, open: ['appeal', 'distribution'] },
    ])
    assert.deepEqual(await db.rows(`select kind, status, slot->>'minutes' as minutes from sessions`), [
      { kind: 'video', status: 'held', minutes: '60' },
    ])
    const [ended] = await db.rows(`select data->>'outcome' as outcome from events where type = 'case.closed'`)
    assert.deepEqual(ended, { outcome: 'Granted in part' })
  })

  it('loaded again changes nothing, and says that all was here', async () => {
    const before = await tablesOf(loading.db)
    const path = await loading.folderOf({ 'manifest.ndjson': everything(), 'files/all.pdf': pdf })
    const again = await loading.load(path)
    assert.deepEqual(again.rows, { loaded: 0, skipped: 10, failed: 0 })
    assert.deepEqual(await tablesOf(loading.db), before)
  })

  it('leaves whole chains and tables that a rebuild would make', async () => {
    assert.deepEqual((await verify(loading.db, {})).faults, [])
    const live = await tablesOf(loading.db)
    await rebuild(loading.db, allProjections)
    assert.deepEqual(await tablesOf(loading.db), live)
  })

  it('goes on with cases that are here already, behind what happened to them', async () => {
    const alias = { source: 'other', externalId: 'live' }
    const desk = openDesk(loading.db)
    const { caseId, documentIds } = await desk.open(undefined, { alias })
    const rows = [
      documentRow('late', 'x', { source: 'old', case: alias, file: 'all.pdf' }),
      { type: 'tag', source: 'old', document: 'late', text: 'late' },
      {
        type: 'event',
        source: 'old',
        externalId: 'late',
        case: alias,
        what: 'moved',
        at: '2020-01-01T00:00:00Z',
      },
    ]
    const done = await loading.load(await loading.folderOf({ 'manifest.ndjson': rows, 'all.pdf': pdf }))
    assert.deepEqual(done.errors, [])
    const documents = await loading.db.rows(
      `select start_page, end_page, position from documents where case_id = $1 order by start_page`,
      [caseId],
    )
    assert.deepEqual(documents, [
      { start_page: 1, end_page: 3, position: 0 },
      { start_page: 4, end_page: 7, position: 1 },
    ])
    await desk.tag(caseId, documentIds[0]!, 'after the load')
    assert.deepEqual((await verify(loading.db, { caseId })).faults, [])
  })

  it('of the example that the papers show brings every row', async () => {
    const example = join(import.meta.dirname, '../../../docs/examples/bulk-load')
    const done = await loading.load(example)
    assert.deepEqual(done.errors, [])
    assert.deepEqual(done.loaded, {
      case: 1,
      party: 2,
      issue: 1,
      document: 3,
      tag: 1,
      annotation: 1,
      event: 1,
      session: 1,
      task: 1,
    })
    const [mark] = await loading.db.rows<{ x: number; y: number; page: number }>(
      `select x, y, page from annotations where comment like 'Threshold%'`,
    )
    // 225 by 150 points on the page as it is shown, 792 wide and 612 high, turned back by a quarter.
    assert.equal(mark?.page, 4)
    assert.ok(Math.abs(mark.x - 150 / 612) < 1e-9 && Math.abs(mark.y - (1 - 225 / 792)) < 1e-9)
  })

  it('dry: says the same of every row, and writes nothing', async () => {
    const rows = [
      header,
      caseRow('dry'),
      documentRow('dry-1', 'dry', { file: 'all.pdf' }),
      { type: 'tag', document: 'dry-1', text: 'x' },
      { type: 'annotation', externalId: 'dry-n', document: 'dry-1', page: 9, comment: 'c' },
      { type: 'tag', document: 'none', text: 'x' },
      caseRow('dry'),
      caseRow('a'),
    ]
    const own = await testPdf(['nobody has this one yet'])
    const sha256 = createHash('sha256').update(own).digest('hex')
    const path = await loading.folderOf({ 'manifest.ndjson': rows, 'all.pdf': own })
    const before = await tablesOf(loading.db)
    const dry = await loading.load(path, { dryRun: true })
    assert.deepEqual(await tablesOf(loading.db), before)
    assert.equal(await loading.blobs.has(sha256), false)
    const real = await loading.load(path)
    assert.equal(await loading.blobs.has(sha256), true)
    assert.deepEqual(dry.errors, real.errors)
    assert.deepEqual(
      real.errors.map(({ line }) => line),
      [5, 6, 7],
    )
    assert.deepEqual([dry.rows, dry.loaded], [real.rows, real.loaded])
  })

  it('paused stops behind a batch, resumed goes on, and cancelled stays so', async () => {
    const rows = [header, ...Array.from({ length: 900 }, (_, index) => caseRow(`pause-${index}`))]
    const path = await loading.folderOf({ 'manifest.ndjson': rows })
    const { bulkLoad, db } = loading
    const { import: begun } = await bulkLoad.openPath(path, { actor: alice, dryRun: false })
    let pausing: Promise<unknown> | undefined
    await bulkLoad.run(begun.id, {
      onProgress: () => {
        pausing ??= bulkLoad.setStatus(begun.id, 'paused')
      },
    })
    await pausing
    const paused = await bulkLoad.get(begun.id)
    assert.equal(paused.status, 'paused')
    assert.ok(paused.bytesRead > 0 && paused.bytesRead < paused.bytes)
    const count = async () => (await db.rows(`select 1 from aliases where external_id like 'pause-%'`)).length
    assert.equal(await count(), paused.rows.loaded)
    assert.equal(await bulkLoad.run(begun.id), false, 'while it is paused nothing is loaded')
    assert.equal(await count(), paused.rows.loaded)
    await assert.rejects(bulkLoad.setStatus(begun.id, 'running'), /started on the command line/)

    const again = await bulkLoad.openPath(path, { actor: alice, dryRun: false })
    assert.deepEqual([again.import.id, again.isResumed], [begun.id, true])
    assert.equal(await bulkLoad.run(begun.id, { sliceMs: 0 }), true, 'a slice ends with more to do')
    await bulkLoad.run(begun.id)
    const done = await bulkLoad.get(begun.id)
    assert.deepEqual([done.status, done.rows], ['done', { loaded: 900, skipped: 0, failed: 0 }])
    assert.equal(await count(), 900)
    await assert.rejects(bulkLoad.setStatus(begun.id, 'cancelled'), /is done/)

    const other = await bulkLoad.openPath(path, { actor: alice, dryRun: false })
    assert.notEqual(other.import.id, begun.id)
    await bulkLoad.setStatus(other.import.id, 'cancelled')
    assert.equal(await bulkLoad.run(other.import.id), false)
    await assert.rejects(bulkLoad.setStatus(other.import.id, 'running'), /is cancelled/)
  })

  it('run by two at once is loaded once', async () => {
    const rows = [header, ...Array.from({ length: 300 }, (_, index) => caseRow(`twice-${index}`))]
    const path = await loading.folderOf({ 'manifest.ndjson': rows })
    const { import: begun } = await loading.bulkLoad.openPath(path, { actor: alice, dryRun: false })
    await Promise.all([loading.bulkLoad.run(begun.id), loading.bulkLoad.run(begun.id)])
    const { status, rows: counted } = await loading.bulkLoad.get(begun.id)
    assert.deepEqual([status, counted], ['done', { loaded: 300, skipped: 0, failed: 0 }])
  })

  it('of one manifest by two imports at once loads each row once', async () => {
    const rows = [header, ...Array.from({ length: 300 }, (_, index) => caseRow(`race-${index}`))]
    const paths = await Promise.all([0, 1].map(() => loading.folderOf({ 'manifest.ndjson': rows })))
    const done = await Promise.all(paths.map((path) => loading.load(path)))
    assert.deepEqual(
      done.flatMap(({ errors }) => errors),
      [],
    )
    assert.equal(done[0]!.rows.loaded + done[1]!.rows.loaded, 300)
    assert.equal(done[0]!.rows.skipped + done[1]!.rows.skipped, 300)
    assert.deepEqual((await verify(loading.db, {})).faults, [])
  })

  it('beside live writers, a reader and rebuilds: nothing is lost, and the reader misses nothing', async () => {
    const { db } = loading
    const alias = { source: 'other', externalId: 'busy' }
    const desk = openDesk(db)
    const { caseId, documentIds } = await desk.open(undefined, { alias })
    const part = async (number: number) => {
      const rows = Array.from({ length: sized(800, 200) }, (_, index) =>
        index % 2 === 0
          ? caseRow(`beside-${number}-${index}`)
          : {
              type: 'event',
              externalId: `b${number}-${index}`,
              case: alias,
              what: 'moved',
              at: '2020-01-01T00:00:00Z',
            },
      )
      return loading.folderOf({ 'manifest.ndjson': [header, ...rows] })
    }
    // Without a pause most of the work would be theirs, and not the load's.
    const betweenMs = 5
    let isDone = false
    let isWritten = false
    let tags = 0
    const writing = (async () => {
      while (!isDone) {
        await desk.tag(caseId, documentIds[0]!, `tag ${tags++}`)
        await sleep(betweenMs)
      }
    })()
    const seen = new Set<number>()
    const reading = (async () => {
      for (let after = 0, isLast = false; ; ) {
        const ceiling = await eventCeiling(db)
        const events = ceiling === undefined ? [] : await readAllEvents(db, { after, ceiling, limit: 1000 })
        if (events.length === 0) await sleep(betweenMs)
        if (ceiling === undefined) continue
        for (const { position } of events) seen.add(position)
        after = events.at(-1)?.position ?? after
        if (isLast && events.length === 0) return
        isLast = isWritten
      }
    })()
    const rebuilding = (async () => {
      while (!isDone) await rebuild(db, allProjections)
    })()
    // A load that is over before much was written beside it says little: another follows.
    const errors: unknown[] = []
    for (let number = 0; number === 0 || tags <= 3; number++)
      errors.push(...(await loading.load(await part(number))).errors)
    isDone = true
    await writing
    isWritten = true
    await Promise.all([reading, rebuilding])
    assert.deepEqual(errors, [])
    const [{ count } = { count: 0 }] = await db.rows<{ count: number }>(
      `select count(*)::int as count from tags where case_id = $1`,
      [caseId],
    )
    assert.equal(count, tags)
    const positions = await db.rows<{ position: number }>(`select position from events`)
    assert.deepEqual(
      positions.filter(({ position }) => !seen.has(position)),
      [],
    )
    assert.deepEqual((await verify(db, {})).faults, [])
    const live = await tablesOf(db)
    await rebuild(db, allProjections)
    assert.deepEqual(await tablesOf(db), live)
  })
})
