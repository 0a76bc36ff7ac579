import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { cp, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Obligation } from '@portico/contract/boundary'
import type { DecisionVerification } from '@portico/contract/decision-package'
import type { Document } from '@portico/contract/documents'
import type { Piece } from '@portico/contract/mail'
import type { Session } from '@portico/contract/sessions'
import type { RouteName } from '@portico/contract/table'
import { readContent } from '../../app/decisions/work-product-content.ts'
import { rebuild } from '../../app/engine/rebuild.ts'
import { sandboxActors } from '../../app/sandbox/actors.ts'
import { verify } from '../../app/verify/verify.ts'
import { verifyDrafts } from '../../app/verify/verify-drafts.ts'
import { verifyFile } from '../../app/verify/verify-file.ts'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { allProjections } from '../../projections/all.ts'
import type { Database } from '../../store/db.ts'
import { migrate } from '../../store/migrate.ts'
import { conforms } from '../conforms.ts'
import type { TestDatabase } from '../database.ts'
import { until } from '../until.ts'
import { type World, worldOn } from '../world.ts'
import { restoreDump } from './dump.ts'
import { settings } from './settings.ts'

/** Columns that this version derives otherwise, on purpose: `table.column`, with the reason. */
const changed: Record<string, string> = {}

type Row = Record<string, unknown>

const versions = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

for (const version of versions) {
  describe(`the data of version ${version}`, () => {
    const source = join(import.meta.dirname, version)
    let db: TestDatabase
    /** Of each derived table, each row as the earlier version left it. */
    let left: Map<string, Row[]>
    let world: World
    let caseIds: string[]
    before(async () => {
      db = await restoreDump(source)
      left = await derivedRows(db)
      await migrate(db)
      caseIds = (await db.rows<{ id: string }>(`select case_id as id from case_streams order by 1`)).map(
        ({ id }) => id,
      )
    })
    after(() => world?.close())

    const get = async <Body>(name: RouteName, path: string): Promise<Body> =>
      conforms<Body>(name, await world.admin('GET', path))
    const signed = () =>
      db.rows<{ caseId: string; id: string }>(
        `select case_id as "caseId", work_product_id as id from work_products where signed_at is not null`,
      )

    it('is rebuilt from its events as it was', async () => {
      await rebuild(db, allProjections)
      const rebuilt = await derivedRows(db)
      let compared = 0
      for (const [table, rows] of left) {
        const columns = Object.keys(rows[0] ?? {}).filter((column) => !(`${table}.${column}` in changed))
        const of = (all: readonly Row[] = []) =>
          all.map((row) => JSON.stringify(columns.map((column) => row[column]))).toSorted()
        assert.deepEqual(of(rebuilt.get(table)), of(rows), table)
        compared += rows.length
      }
      assert.ok(compared > 500, `${compared} rows`)
    })

    it('has texts whose blocks get the same IDs each time, and stay as they were kept', async () => {
      const kept = await db.rows<{ caseId: string; sha256: string; body: string }>(
        `select case_id as "caseId", sha256, body from work_product_texts where body like '{"closing"%'`,
      )
      assert.ok(kept.length > 3, `${kept.length} texts`)
      for (const { caseId, sha256, body } of kept) {
        const content = await readContent(db, caseId, sha256)
        const blocks = content ? [content.opening, ...content.issues.map((one) => one.content)].flat() : []
        assert.ok(blocks.every(({ id }) => id.startsWith('blk_')))
        assert.deepEqual(await readContent(db, caseId, sha256), content)
        assert.equal(hash('sha256', body), sha256)
        if (/"id":"blk_/.test(body)) {
          assert.equal(canonicalJson(content), body, 'with the IDs that they have had since')
          continue
        }
        assert.ok(blocks.every(({ id }) => /^blk_[0-9a-f]{32}$/.test(id)))
        const bare = JSON.stringify(content, (key, value) => (key === 'id' ? undefined : value))
        assert.equal(canonicalJson(JSON.parse(bare)), body)
      }
    })

    it('has chains that hold', async () => {
      const { cases, events, faults } = await verify(db)
      assert.deepEqual(faults, [])
      assert.equal(cases, caseIds.length)
      assert.ok(cases >= 15 && events > 500, `${events} events of ${cases} cases`)
    })

    it('is served, with every case and what belongs to it', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'portico-earlier-'))
      await cp(join(source, 'blobs'), join(folder, 'blobs'), { recursive: true })
      // Deadlines that have passed since would change the cases.
      const [last] = await db.rows<{ at: Date }>(`select max(recorded_at) as at from events`)
      const aheadMs = Date.now() - (last?.at.getTime() ?? 0)
      const clock = () => new Date(Date.now() - aheadMs)
      world = await worldOn(folder, db, settings, undefined, clock)
      const { appeals } = await get<{ appeals: { id: string }[] }>('listAppeals', '/appeals')
      const purged = caseIds.filter((id) => !appeals.some((appeal) => appeal.id === id))
      assert.equal(purged.length, 1)
      const statuses = new Set<string>()
      for (const { id } of appeals) {
        await get('listRemands', `/cases/${id}/remands`)
        await get('listLegalHolds', `/cases/${id}/legal-holds`)
        const { status } = await get<{ status: string }>('getCaseState', `/cases/${id}/state`)
        statuses.add(status)
        await get('listTasks', `/cases/${id}/tasks`)
        await get('listCaseEvents', `/cases/${id}/events`)
        await get('listParties', `/cases/${id}/parties`)
        await get('listIssues', `/cases/${id}/issues`)
        await get('listWorkProducts', `/cases/${id}/work-products`)
        await get('listDeliveries', `/cases/${id}/deliveries`)
        await get('listLetters', `/cases/${id}/letters`)
        const { documents } = await get<{ documents: Document[] }>(
          'listDocuments',
          `/appeals/${id}/documents`,
        )
        for (const document of documents) {
          const place = `/appeals/${id}/documents/${document.id}`
          assert.equal((await world.admin('POST', `${place}/tags`, { body: { text: version } })).status, 201)
        }
      }
      // In later data a court has sent back the decision that was being put into effect.
      const isOfRemands = version !== '0.1'
      assert.deepEqual([...statuses].toSorted(), [
        'closed',
        'drafting',
        ...(isOfRemands ? [] : ['effectuation']),
        'inReview',
        'onDocket',
        'onHold',
        'preDocketed',
        'readyToSign',
        'sessionScheduled',
        'withAdjudicator',
      ])
    })

    if (version === '0.1-remands')
      it('has remands that returned, by a court and in the case of what was split off, and legal holds', async () => {
        const rows = await db.rows<{ kind: string; status: string; count: number }>(
          `select kind, status, count(*)::int as count from remands group by 1, 2 order by 1, 2`,
        )
        const of = (kind: string, status: string) =>
          rows.find((row) => row.kind === kind && row.status === status)?.count ?? 0
        assert.ok(of('court', 'returned') >= 1 && of('board', 'returned') >= 2, JSON.stringify(rows))
        const holds = await db.rows<{ isLifted: boolean }>(
          `select distinct lifted_at is not null as "isLifted" from legal_holds order by 1`,
        )
        assert.deepEqual(
          holds.map(({ isLifted }) => isLifted),
          [false, true],
        )
      })

    it('has a ledger, mail, imports and alerts that are read', async () => {
      const { deliveries } = await get<{ deliveries: Obligation[] }>(
        'listObligations',
        '/deliveries?limit=1000',
      )
      const ofPort = new Set(deliveries.map(({ port }) => port))
      assert.deepEqual([...ofPort].toSorted(), ['case-status', 'conferencing', 'correspondence', 'output'])
      for (const status of ['delivered', 'failed', 'dropped'])
        assert.ok(
          deliveries.some((entry) => entry.status === status),
          status,
        )
      const { pieces } = await get<{ pieces: Piece[] }>('listPieces', '/correspondence?limit=100')
      assert.ok(pieces.length > 3)
      const { imports } = await get<{ imports: object[] }>('listImports', '/imports')
      assert.equal(imports.length, 2)
      await get('listAlerts', '/alerts')
    })

    it('has calendars and sessions that are read, and a transcript', async () => {
      const { entries } = await get<{ entries: object[] }>(
        'listAvailability',
        '/availability?kind=adjudicator&id=j.tanaka',
      )
      assert.equal(entries.length, 1)
      const { blackouts } = await get<{ blackouts: object[] }>('listBlackouts', '/blackouts')
      assert.equal(blackouts.length, 2)
      const { feeds } = await get<{ feeds: object[] }>('listFeeds', '/calendar-feeds')
      assert.equal(feeds.length, 1)
      const [held] = await db.rows<{ id: string }>(`select id from holds order by expires_at desc limit 1`)
      assert.ok(held)
      const statuses = new Set<string>()
      let transcripts = 0
      for (const id of caseIds) {
        const { status, json } = await world.admin('GET', `/cases/${id}/sessions`)
        if (status === 404) continue
        for (const session of (json as { sessions: Session[] }).sessions) {
          statuses.add(session.status)
          const path = `/cases/${id}/sessions/${session.id}/transcripts`
          transcripts += (await get<{ transcripts: object[] }>('listTranscripts', path)).transcripts.length
        }
      }
      assert.deepEqual([...statuses].toSorted(), ['held', 'postponed', 'scheduled'])
      assert.equal(transcripts, 1)
    })

    it('has files as they were received, and decisions and packages that verify', async () => {
      const { files, faults } = await world.service.verifyFiles({})
      assert.deepEqual(faults, [])
      assert.ok(files > 15, `${files} files`)
      const decisions = await signed()
      assert.equal(decisions.length, 3)
      for (const { caseId, id } of decisions) {
        const path = `/cases/${caseId}/decision-package/verification?workProductId=${id}`
        const { checks } = await get<DecisionVerification>('verifyDecision', path)
        assert.deepEqual(
          checks.filter(({ holds }) => !holds),
          [],
        )
      }
      const packages = await readdir(join(source, 'packages'))
      assert.equal(packages.length, 3)
      for (const name of packages) {
        const { faults, events } = await verifyFile(join(source, 'packages', name), {
          pdf: world.service.pdf,
        })
        assert.deepEqual(faults, [], name)
        assert.ok(events > 10)
      }
    })

    it('goes on: a decision that waited is signed, sealed and verifies', async () => {
      const { portico, identity } = world.service
      const [waiting] = await db.rows<{ caseId: string; workProductId: string; version: number }>(
        `select case_id as "caseId", work_product_id as "workProductId", version
         from work_products where status = 'inReview'`,
      )
      assert.ok(waiting)
      const { version: draft, ...target } = waiting
      assert.ok(identity.sandboxPeople)
      const people = await sandboxActors(identity.sandboxPeople.list)
      const judge = people.person('j.tanaka')
      const actor = people.of('j.tanaka')
      assert.ok(judge && actor)
      const caller = { roles: judge.roles, teams: judge.teams }
      const request = { at: world.service.clock(), actor, caller, correlationId: 'test' }
      await portico.workProducts.sign(request, target, { version: draft, name: judge.displayName })
      const path = `/cases/${target.caseId}/decision-package/verification`
      await until(async () => (await world.admin('GET', path)).status === 200)
      assert.equal((await get<DecisionVerification>('verifyDecision', path)).holds, true)
      assert.deepEqual((await verify(db)).faults, [])
      assert.deepEqual((await verifyDrafts(db)).faults, [])
    })
  })
}

/** The tables that are derived and exist, with their rows. */
async function derivedRows(db: Database): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>()
  for (const table of allProjections.flatMap(({ tables }) => tables)) {
    const [there] = await db.rows(
      `select from pg_tables where schemaname = 'projections' and tablename = $1`,
      [table],
    )
    if (!there) continue
    const rows = await db.rows<{ row: Row }>(`select row_to_json(t) as row from projections.${table} t`)
    found.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  return found
}
