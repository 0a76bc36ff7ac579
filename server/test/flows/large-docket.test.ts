import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openReports } from '../../app/reports/reports.ts'
import { checkDocket, keepDocketChecked } from '../../app/work/docket-check.ts'
import { defaultProfile } from '../../profile/default.ts'
import { brokenInvariants } from '../../projections/broken-invariants.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { fillDocket } from '../national-docket.ts'

const minute = 60_000
const { signal } = new AbortController()

describe('a docket that PostgreSQL takes for large', () => {
  let db: TestDatabase
  let now = new Date()
  before(async () => {
    db = await freshDatabase({ size: 4 })
    const run = <Row>(text: string, values: unknown[] = []) => db.rows<Row>(text, values)
    await fillDocket({ run, script: db.script, withoutIndexes: (_, fill) => fill() }, 100)
    await db.rows(`update pg_class set reltuples = 6000 where oid = 'projections.case_work'::regclass`)
  })
  after(() => db.close())

  const caseId = (number: number) => `case_${String(number).padStart(26, '0')}`
  /** As if something had happened to it. */
  const touch = (number: number) =>
    db.rows(
      `with moved as (update case_streams set version = version + 1 where case_id = $1 returning case_id, version)
       insert into events (position, case_id, sequence, id, type, subject, at, recorded_at, actor, data, data_hash,
         correlation_id, hash)
       select nextval('event_position'), case_id, version, 'evt_touched_' || version || case_id, 'task.opened', case_id,
         now(), now(), '{}', '{}', '', 'r', '' from moved`,
      [caseId(number)],
    )
  const check = () => checkDocket(db, defaultProfile)
  const keep = () => keepDocketChecked(db, defaultProfile, { now, signal })
  const brokenCases = async () => (await check()).map((one) => `${one.invariant} ${one.caseId}`)
  const closeWithoutDate = (number: number) =>
    db.rows(
      `update tasks set status = 'completed' where case_id = $1 and closed_at is null and parent_id is null`,
      [caseId(number)],
    )

  describe('its health', () => {
    it('is read from all cases until it was checked once', async () => {
      assert.deepEqual(await check(), [])
      await closeWithoutDate(7)
      assert.deepEqual(await check(), await brokenInvariants(db, defaultProfile))
      assert.ok((await brokenCases()).includes(`1 ${caseId(7)}`))
    })

    it('is what was found, and what happened to since', async () => {
      await keep()
      const found = await brokenInvariants(db, defaultProfile)
      assert.deepEqual(await check(), found)
      await closeWithoutDate(9)
      await touch(9)
      assert.ok((await brokenCases()).includes(`1 ${caseId(9)}`), 'before the job comes by')
      await keep()
      assert.deepEqual(new Set(await brokenCases()), new Set(await brokenOf()))
      await db.rows(
        `update tasks set status = 'onHold' where case_id = $1 and status = 'completed' and closed_at is null`,
        [caseId(7)],
      )
      await touch(7)
      assert.ok(
        !(await brokenCases()).some((one) => one.endsWith(caseId(7))),
        'what was repaired is not told',
      )
    })

    const brokenOf = async () =>
      (await brokenInvariants(db, defaultProfile)).map((one) => `${one.invariant} ${one.caseId}`)

    it('tells of tasks of members who are deactivated, though nothing happens to the case', async () => {
      await keep()
      const [open] = await db.rows<{ member: string }>(
        `select substr(assignee, 8) as member from queue_entries where assignee like 'person:%' limit 1`,
      )
      await db.rows(`update members set deactivated_at = now() where id = $1`, [open?.member])
      assert.ok((await check()).some(({ invariant }) => invariant === 7))
      assert.deepEqual(new Set(await brokenCases()), new Set(await brokenOf()))
      await db.rows(`update members set deactivated_at = null where id = $1`, [open?.member])
    })

    it('is looked at as a whole once a day, whether something happened or not', async () => {
      await keep()
      await closeWithoutDate(19)
      assert.ok(!(await brokenCases()).includes(`1 ${caseId(19)}`))
      await keep()
      assert.ok(!(await brokenCases()).includes(`1 ${caseId(19)}`))
      now = new Date(now.getTime() + 24 * 60 * minute)
      await keep()
      assert.ok((await brokenCases()).includes(`1 ${caseId(19)}`))
    })

    it('is read anew by other rules, and in another epoch of the log', async () => {
      await closeWithoutDate(29)
      const other = { ...defaultProfile, taskTypes: defaultProfile.taskTypes.slice(1) }
      assert.deepEqual(await checkDocket(db, other), await brokenInvariants(db, other))
      await db.rows(`update docket_check set epoch = epoch - 1`)
      assert.ok((await brokenCases()).includes(`1 ${caseId(29)}`))
    })
  })

  describe('its reports', () => {
    const reader = { roles: [], audience: 'administration' as const, mostSensitivity: 9, barredCaseIds: [] }
    const open = () =>
      openReports({ db, clock: () => now, profile: () => defaultProfile, workspaceUrl: () => '/workspace/' })
    const closeOne = () =>
      db.rows(
        `update case_work set is_closed = true, closed_at = $1 where case_id = (
           select case_id from case_work where not is_closed order by case_id limit 1)`,
        [now],
      )

    it('are kept for a while, and say when they were made', async () => {
      const first = await open().run(reader, 'ageInStep', {})
      assert.equal(first.asOf, now.toISOString())
      now = new Date(now.getTime() + minute)
      await closeOne()
      assert.deepEqual(await open().run(reader, 'ageInStep', {}), first, 'by another process too')
      const other = await open().run({ ...reader, mostSensitivity: 0 }, 'ageInStep', {})
      assert.equal(other.asOf, now.toISOString(), 'whoever sees other cases has figures of their own')
      assert.equal((await open().run(reader, 'ageInStep', { by: 'docket' })).asOf, now.toISOString())
      now = new Date(now.getTime() + 20 * minute)
      const later = await open().run(reader, 'ageInStep', {})
      assert.equal(later.asOf, now.toISOString())
      assert.notDeepEqual(later.rows, first.rows)
    })

    it('are kept for whoever may see the same cases, and nobody else', async () => {
      now = new Date(now.getTime() + 20 * minute)
      const whoever = { roles: [], audience: 'administration' as const }
      const [barred] = await db.rows<{ ids: string[] }>(
        `select array_agg(case_id) as ids from case_work where sensitivity = 0 and case_id like '%1'`,
      )
      await db.rows(`update case_work set sensitivity = 3 where case_id like '%3'`)
      const sights = [
        { mostSensitivity: 9, barredCaseIds: [] },
        { mostSensitivity: 0, barredCaseIds: [] },
        { mostSensitivity: 9, barredCaseIds: barred?.ids ?? [] },
        { mostSensitivity: 0, barredCaseIds: barred?.ids ?? [] },
      ]
      const large = (cases: number) =>
        db.rows(`update pg_class set reltuples = $1 where oid = 'projections.case_work'::regclass`, [cases])
      const differing = new Set<string>()
      for (const { name, kind } of defaultProfile.reports.filter(({ kind }) => kind !== 'docketHealth')) {
        const kept = []
        for (const sight of sights) kept.push((await open().run({ ...whoever, ...sight }, name, {})).rows)
        await large(5000)
        for (const [index, sight] of sights.entries()) {
          const { rows } = await open().run({ ...whoever, ...sight }, name, {})
          assert.deepEqual(kept[index], rows, `${name} of ${sight.mostSensitivity}`)
        }
        await large(6000)
        for (const [index, sight] of sights.entries()) {
          const { rows } = await open().run({ ...whoever, ...sight }, name, {})
          assert.deepEqual(rows, kept[index], `${name}, kept`)
        }
        if (new Set(kept.map((rows) => JSON.stringify(rows))).size === sights.length) differing.add(kind)
      }
      assert.ok(differing.has('throughput') && differing.has('decisions'), [...differing].join())
    })

    it('are refused to whoever they are not for, though they are kept', async () => {
      const profile = {
        ...defaultProfile,
        reports: defaultProfile.reports.map((one) => ({ ...one, roles: ['supervisor'] })),
      }
      const reports = openReports({ db, clock: () => now, profile: () => profile, workspaceUrl: () => '/' })
      const staff = { ...reader, audience: 'staff' as const }
      await reports.run({ ...staff, roles: ['supervisor'] }, 'ageInStep', {})
      await assert.rejects(
        reports.run({ ...staff, roles: ['adjudicator'] }, 'ageInStep', {}),
        /is for the roles/,
      )
    })

    it('are made anew in the background, those that were asked for and the usual ones', async () => {
      now = new Date(now.getTime() + 20 * minute)
      const made = now.toISOString()
      await open().refresh(signal)
      now = new Date(now.getTime() + minute)
      const cleared = Math.max(...defaultProfile.sensitivity.levels.map(({ level }) => level))
      for (const { name, kind } of defaultProfile.reports)
        if (kind !== 'docketHealth')
          assert.equal((await open().run({ ...reader, mostSensitivity: cleared }, name, {})).asOf, made, name)
      assert.equal((await open().run(reader, 'ageInStep', { by: 'docket' })).asOf, made)
    })

    it('are forgotten a week after they were last asked for', async () => {
      now = new Date(now.getTime() + 8 * 24 * 60 * minute)
      await open().refresh(signal)
      assert.deepEqual(await db.rows(`select from report_results where asked_at is not null`), [])
    })

    it('of a small docket are made when they are asked for', async () => {
      await db.rows(`update pg_class set reltuples = 5000 where oid = 'projections.case_work'::regclass`)
      await open().run(reader, 'queueDepth', {})
      now = new Date(now.getTime() + 1)
      assert.equal((await open().run(reader, 'queueDepth', {})).asOf, now.toISOString())
    })
  })
})
