import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { workFor } from '../../jobs/effects.ts'
import { defaultProfile } from '../../profile/default.ts'
import { allProjections } from '../../projections/all.ts'
import type { Database } from '../../store/db.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { noon } from '../../test/given.ts'
import {
  bulkLoadOn,
  caseRow,
  documentRow,
  header,
  type Loading,
  manifestOf,
  openLoading,
  tablesOf,
} from '../../test/loading.ts'
import { sized } from '../../test/size.ts'
import { testPdf } from '../../test/test-pdf.ts'
import { createExecute, type Execute } from '../engine/execute.ts'
import { eventId, nameOf } from './decide-batch.ts'
import { commandLine } from './importer.ts'
import { type KnownThing, nameKey } from './known-things.ts'
import { readRow } from './read-row.ts'
import { happened, parentOf, thingId, workOf } from './row-work.ts'
import { createTakeIn, type TakeIn } from './take-in-documents.ts'

const at = fc
  .date({ min: new Date('2019-01-01T00:00:00Z'), max: new Date('2026-10-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const by = fc.option(fc.constantFrom('clerk', 'judge'), { nil: undefined })
const nth = fc.nat(9)
const caseTypes = fc.constantFrom(...defaultProfile.caseTypes.map(({ name }) => name))
const names = fc.constantFrom('Ada', 'Grace', 'Edsger')

/** A row on one of the cases, or on one of their documents, by number. */
const step = fc.oneof(
  fc.record({
    type: fc.constant('case' as const),
    caseType: caseTypes,
    openedAt: at,
    docket: fc.option(fc.record({ name: fc.constantFrom('directReview', 'hearing') }), { nil: undefined }),
    closed: fc.option(
      fc.record({ reason: fc.constantFrom('decided', 'withdrawn'), at: fc.constant('2026-10-15T00:00:00Z') }),
      { nil: undefined },
    ),
  }),
  fc.record({
    type: fc.constant('session' as const),
    on: nth,
    kind: fc.constant('video'),
    status: fc.constantFrom('requested', 'held', 'withdrawn'),
    slot: fc.constant({ startsAt: '2026-01-05T10:00:00Z', minutes: 60, timeZone: 'UTC' }),
    at,
  }),
  fc.record({
    type: fc.constant('party' as const),
    on: nth,
    role: fc.constantFrom('appellant', 'representative', 'witness'),
    person: fc.record({ firstName: names, lastName: names }),
    at,
    by,
  }),
  fc.record({
    type: fc.constant('issue' as const),
    on: nth,
    issueType: fc.constant('serviceConnection'),
    at,
  }),
  fc.record({
    type: fc.constant('document' as const),
    on: nth,
    pageCount: fc.integer({ min: 1, max: 2 }),
    at,
    by,
  }),
  fc.record({ type: fc.constant('tag' as const), on: nth, text: fc.constantFrom('nexus', 'late'), at, by }),
  fc.record({
    type: fc.constant('annotation' as const),
    on: nth,
    page: fc.constant(1),
    comment: names,
    at,
    by,
  }),
  fc.record({ type: fc.constant('event' as const), on: nth, what: names, at, by }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The rows of a manifest in which every reference is to something on a line before. */
function rowsOf(steps: readonly Step[], run: number): Record<string, unknown>[] {
  const cases = [`${run}-first`]
  const closed: string[] = []
  const documents = [`${run}-paper`]
  const rows: Record<string, unknown>[] = [
    caseRow(`${run}-first`, { caseType: 'courtRemand' }),
    documentRow(`${run}-paper`, `${run}-first`, { file: 'two.pdf' }),
  ]
  for (const [index, step] of steps.entries()) {
    const externalId = `${run}-${index}`
    if (step.type === 'case') {
      rows.push(caseRow(externalId, step))
      cases.push(externalId)
      if (step.closed) closed.push(externalId)
      continue
    }
    const { on, ...given } = step
    const ofCase = { case: cases[on % cases.length] }
    const ofDocument = { document: documents[on % documents.length] }
    if (step.type === 'tag') rows.push({ ...given, ...ofDocument })
    else if (step.type === 'annotation') rows.push({ externalId, ...given, ...ofDocument })
    else if (step.type === 'session' && step.status === 'requested') {
      // A closed case has no session that is to come, and what is only asked for has no slot.
      const status = closed.includes(String(ofCase.case)) ? 'withdrawn' : step.status
      rows.push({ externalId, ...given, ...ofCase, status, slot: undefined })
    } else if (step.type !== 'document') rows.push({ externalId, ...given, ...ofCase })
    else {
      rows.push(documentRow(externalId, String(ofCase.case), { ...given, file: 'two.pdf' }))
      documents.push(externalId)
    }
  }
  return rows.map((row) => JSON.parse(JSON.stringify(row)))
}

describe('a history that is loaded and one that is executed', () => {
  let loading: Loading
  let executed: TestDatabase
  let execute: Execute
  let takeIn: TakeIn
  before(async () => {
    loading = await openLoading()
    executed = await freshDatabase()
    execute = createExecute({ db: executed, projections: allProjections, workFor, newEventId: eventId })
    const pdf = await testPdf(['one', 'two'])
    takeIn = createTakeIn({
      ...loading,
      files: {
        open: async () => ({
          async *bytes() {
            yield pdf
          },
        }),
      } as never,
      scratchPath: () => `${loading.folder}/scratch`,
      dryRun: false,
      own: { add: async () => {}, has: async () => true },
    })
  })
  after(async () => {
    await executed.close()
    await loading.close()
  })

  it('leave the same events and the same rows in every table, however they are cut into batches', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.integer({ min: 1, max: 60 }),
        async (steps, batchWeight) => {
          const rows = rowsOf(steps, run++)
          const { id, createdAt } = await load(rows, batchWeight)
          await executeAll(rows, id, createdAt)
          assert.deepEqual(await tablesOf(executed), await tablesOf(loading.db))
          assert.deepEqual(await chainsIn(executed), await chainsIn(loading.db))
          assert.deepEqual(await jobsIn(executed), await jobsIn(loading.db))
        },
      ),
      { numRuns: sized(25, 5), seed: 20_261_115 },
    )
  })

  async function load(rows: readonly object[], batchWeight: number) {
    const path = await loading.folderOf({
      'manifest.ndjson': [header, ...rows],
      'two.pdf': await testPdf(['one', 'two']),
    })
    const bulk = bulkLoadOn(loading.db, {
      ...loading,
      scratch: loading.folder,
      clock: () => noon,
      batchWeight,
    })
    const { import: begun } = await bulk.openPath(path, { actor: commandLine, dryRun: false })
    await bulk.run(begun.id)
    const done = await bulk.get(begun.id)
    assert.equal(done.rows.failed, 0)
    assert.equal(done.status, 'done')
    return done
  }

  /** The same rows as commands, one after the other. */
  async function executeAll(rows: readonly object[], importId: string, createdAt: string) {
    const things = new Map<string, KnownThing>()
    const authors = new Map()
    for (const [index, given] of rows.entries()) {
      const line = { number: index + 2, end: 0, bytes: Buffer.from(manifestOf([given]).trim()) }
      const read = readRow(line, 'old')
      assert.ok(read && read.fault === undefined)
      const row = read.row
      const bytes = row.type === 'document' ? { bytes: await takeIn(row) } : {}
      const tried = { ...read, ...bytes, marks: {} }
      const name = nameOf(tried)
      const parentName = parentOf(tried)
      const parent = parentName && things.get(nameKey(parentName))
      const when = happened(tried, authors, new Date(createdAt))
      const thing = name && thingId(name.kind, name.source, name.externalId, when.at)
      const work = workOf(tried, thing ?? '', parent, { at: when.at, authors, profile: defaultProfile })
      const { caseId } = work.first.command
      const request = {
        at: when.at,
        recordedAt: noon,
        actor: commandLine,
        ...(when.onBehalfOf ? { onBehalfOf: when.onBehalfOf } : {}),
        correlationId: importId,
        causationId: `${importId}#${line.number}`,
      }
      const pages = parent && work.of && (await pagesOf(parent))
      const command = work.of ? work.of({ pages }) : work.first.command
      await execute(work.first.decider as never, request, command as never, () => null)
      if (name) things.set(nameKey(name), { id: thing ?? '', caseId, causationId: request.causationId })
    }
  }

  async function pagesOf({ caseId, id }: KnownThing) {
    const [row] = await executed.rows(
      `select start_page as start, end_page as end from documents where case_id = $1 and document_id = $2`,
      [caseId, id],
    )
    return row
  }
})

const chainsIn = (db: Database) =>
  db.rows(
    `select e.case_id, e.sequence, e.recorded_at, e.on_behalf_of, e.causation_id, e.correlation_id,
       encode(e.hash, 'hex') as hash, s.version, encode(s.hash, 'hex') as head
     from events e join case_streams s using (case_id) order by e.case_id, e.sequence`,
  )

const jobsIn = (db: Database) =>
  db.rows(`select task_identifier, key from graphile_worker.jobs order by 1, 2`)
