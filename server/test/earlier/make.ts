import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Obligation } from '@portico/contract/boundary'
import type { CaseState } from '@portico/contract/cases'
import type { Import } from '@portico/contract/imports'
import type { Hold } from '@portico/contract/scheduling'
import type { Session } from '@portico/contract/sessions'
import type { Transcript } from '@portico/contract/transcripts'
import { PorticoClient } from '@portico/sdk'
import yazl from 'yazl'
import type { Database } from '../../store/db.ts'
import { openDatabase } from '../../store/db.ts'
import { doneBy } from '../done.ts'
import { fileRecording, heldSession, transcriptThat } from '../recorded-session.ts'
import { testPdf } from '../test-pdf.ts'
import { spokenWav } from '../tone-speech.ts'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'
import { writeDump } from './dump.ts'
import { settings } from './settings.ts'

/**
 * Writes the data of a small sandbox of this version, with something of everything, into an empty folder:
 * `node server/test/earlier/make.ts server/test/earlier/<version>`.
 */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('name the folder to write to')
const root = join(import.meta.dirname, '../../..')
const timeZone = 'America/New_York'
const day = '2096-03-05'
const slotAt = (time: string) => ({ startsAt: `${day}T${time}:00.000Z`, minutes: 60, timeZone })
const judge = { kind: 'adjudicator', id: 'j.tanaka' }
const room = { kind: 'room', id: 'washington1' }

const outbox = await mkdtemp(join(tmpdir(), 'portico-earlier-'))
const registry = await startRegistry()
const world = await startWorld(
  {
    ...settings,
    PORTICO_SPEECH: 'on',
    PORTICO_SPEECH_ENGINE: join(import.meta.dirname, '../tone-engine.ts'),
    REGISTRY_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  },
  {
    ports: {
      output: { adapter: 'folder', path: outbox, channel: 'archive' },
      correspondence: { adapter: 'folder', path: outbox, channel: 'mail' },
      'case-status': {
        registry: { adapter: 'http', url: registry.url, secret: { env: 'REGISTRY_SECRET' } },
      },
    },
  },
)
const done = doneBy(() => world.admin)
const { db } = world.service

await idle(db)
const caseOf = await casesByStatus()
await bringCases()
await keepCalendars(firstOf('onDocket'))
await hearOneCase(firstOf('withAdjudicator'))
await recallOne()
await sendBackAndForth()
await settleLedger()
await idle(db)
const restarted = await keep(world)
await restarted.close()
registry.close()
await rm(outbox, { recursive: true })

function firstOf(stage: string): string {
  const [caseId] = caseOf.get(stage) ?? []
  if (caseId === undefined) throw new Error(`no case is ${stage}: ${[...caseOf.keys()]}`)
  return caseId
}

/** The example of the tutorial, and once more with a row that cannot be loaded; one of the cases is purged. */
async function bringCases() {
  const example = join(root, 'docs/examples/bulk-load')
  const zip = new yazl.ZipFile()
  for (const name of ['manifest.ndjson', 'files/rating-decision.pdf', 'files/treatment-records.pdf'])
    zip.addBuffer(await readFile(join(example, name)), name)
  zip.end()
  await imported(await buffer(zip.outputStream))
  const row = (externalId: string, given: object) => ({
    ...{ type: 'case', externalId, docketNumber: `180102-${externalId}`, receiptDate: '2018-01-02' },
    ...{ veteran: { firstName: 'Ada', lastName: 'Byron' }, openedAt: '2018-01-03T10:00:00Z', ...given },
  })
  const lines = [
    { type: 'manifest', version: 1, source: 'old' },
    row('1', { closed: { reason: 'decided', at: '2019-01-03T10:00:00Z' } }),
    row('2', { openedAt: 'soon' }),
  ]
  await imported(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  await idle(db)
  const [old] = await db.rows<{ id: string }>(
    `select case_id as id from cases where docket_number = '180102-1'`,
  )
  const request = { at: new Date(), actor: { id: 'system_test', name: 'test', kind: 'system' as const } }
  await world.service.portico.custody.purge({ ...request, correlationId: 'test' }, old?.id ?? '', {
    why: 'An order of the court.',
  })
}

async function imported(bytes: Buffer) {
  const headers = { 'content-type': 'application/octet-stream' }
  const { json, text } = await world.admin('POST', '/imports', { body: bytes, headers })
  const { import: begun } = json as { import?: Import }
  if (!begun) throw new Error(text)
  await until(async () => {
    const { import: now } = await done<{ import: Import }>('GET', `/imports/${begun.id}`)
    return now.status !== 'waiting' && now.status !== 'running'
  })
}

async function keepCalendars(caseId: string) {
  const availability = { participant: judge, effect: 'free', timeZone, why: 'Sits in the morning.' }
  await done('POST', '/availability', {
    ...availability,
    ...{ starts: `${day}T08:00`, ends: `${day}T13:30`, repeats: 'FREQ=WEEKLY;COUNT=4' },
  })
  const event = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:a@example.org', 'SEQUENCE:1'],
    ...['DTSTART:20960305T160000Z', 'DURATION:PT1H', 'END:VEVENT', 'END:VCALENDAR'],
  ]
  const denver = { kind: 'room', id: 'denver1' }
  await done('POST', '/availability/import', {
    ...{ participant: denver, timeZone, calendar: event.join('\r\n') },
  })
  await done('POST', '/blackouts', { from: '2096-12-25', why: 'A federal holiday.' })
  await done('POST', '/calendar-feeds', { participant: room, label: 'The door sign' })
  const request = async () => {
    const made = await done<{ session: Session }>('POST', `/cases/${caseId}/sessions`, { kind: 'inPerson' })
    return `/cases/${caseId}/sessions/${made.session.id}`
  }
  const hold = { participants: [room, judge], slot: slotAt('14:00') }
  const { hold: held } = await done<{ hold: Hold }>('POST', '/holds', hold)
  await done('PUT', `${await request()}/slot`, { slot: slotAt('14:00'), holdId: held.id })
  const moved = await request()
  await done('PUT', `${moved}/slot`, { slot: slotAt('15:00'), participants: [room] })
  await done('PUT', `${moved}/slot`, { slot: slotAt('16:00') })
  await done('PUT', `${moved}/outcome`, { outcome: 'postponed' })
  await done('POST', '/holds', { participants: [denver], slot: slotAt('18:00') })
  // In conflict with what was placed above.
  await done('POST', '/blackouts', { from: day, participant: room, why: 'The roof leaks.' })
  const planned = { from: '2096-03-12', to: '2096-03-12', benches: [{ participants: [judge, room] }] }
  await done('POST', '/session-plans', planned)
}

/** A recording, its transcript, and the certificate of that. */
async function hearOneCase(caseId: string) {
  const sessionId = await heldSession(world, caseId)
  const sound = spokenWav(['the', 'hearing', 'begins', 900])
  await fileRecording(world, { caseId, sessionId }, { sound, speaker: 'Judge Reyes' })
  const { id } = await transcriptThat(world, { caseId, sessionId }, ({ status }) => status === 'draft')
  const at = `/cases/${caseId}/sessions/${sessionId}/transcripts/${id}`
  await done('PATCH', `${at}/lines/1-1`, { text: 'the hearing begins now' })
  const { transcript } = await done<{ transcript: Transcript }>('GET', at)
  await done('PUT', `${at}/certificate`, { linesSha256: transcript.linesSha256 })
}

/** One decision is recalled. */
async function recallOne() {
  const [product] = await db.rows<{ case_id: string; id: string }>(
    `select case_id, work_product_id as id from work_products where released_at is not null order by 1 limit 1`,
  )
  await done('POST', `/cases/${product?.case_id}/work-products/${product?.id}/recall`, {
    why: 'A page was misread.',
  })
}

/**
 * A remand of which something was heard returns, and its issue is split off; a court sends back what was decided. Both cases
 * are on hold, one of them no more.
 */
async function sendBackAndForth() {
  const client = new PorticoClient({ baseUrl: world.baseUrl, token: await tokenOf() })
  const why = 'So that there is one of each.'
  const [away] = await db.rows<{ caseId: string; remandId: string }>(
    `select case_id as "caseId", remand_id as "remandId" from remands where status = 'sentBack' order by 1 limit 1`,
  )
  if (!away) throw new Error('no case is away')
  const { caseId, remandId } = away
  const [issue] = (await client.issues.list(caseId)).issues
  const issueType = issue?.issueType ?? ''
  await client.issues.add(caseId, {
    issueType,
    ...(issue?.benefitType ? { benefitType: issue.benefitType } : {}),
  })
  await client.remands.reportProgress(caseId, remandId, { status: 'acknowledged' })
  await client.remands.takeBack(caseId, remandId, { why })
  await client.cases.link(caseId, { kind: 'split', issueIds: [issue?.id ?? ''], why })
  const [decided] = await db.rows<{ caseId: string; issueId: string }>(
    `select i.case_id as "caseId", i.issue_id as "issueId" from issues i join work_products p
       on p.case_id = i.case_id and p.work_product_id = i.signed_in
     where p.released_at is not null and p.status = 'released' and i.case_id <> $1 order by 1, 2 limit 1`,
    [caseId],
  )
  if (!decided) throw new Error('nothing is decided')
  const pdf = new Uint8Array(await testPdf(['It is ordered.']))
  const words = { name: 'Mandate', documentType: 'courtMandate' }
  const mandate = await client.documents.add(decided.caseId, words, new Blob([pdf]))
  const court = await client.remands.recordFromCourt(decided.caseId, {
    ...{
      documentId: mandate.id,
      court: 'Court of Appeals',
      mandateOn: '2026-10-05',
      issueIds: [decided.issueId],
      why,
    },
    instructions: [{ text: 'Discuss the lay statements.' }],
  })
  await client.remands.correctMandate(decided.caseId, court.id, { mandateOn: '2026-10-06', why })
  for (const on of [caseId, decided.caseId]) {
    const { hold } = await done<{ hold: { id: string } }>('POST', `/cases/${on}/legal-holds`, { why })
    if (on === caseId) await done('POST', `/cases/${on}/legal-holds/${hold.id}/lift`, { why })
  }
}

/** Of the dead letters one is sent again, and one dropped. */
async function settleLedger() {
  await idle(db)
  const failed = await until(async () => {
    const { deliveries } = await done<{ deliveries: Obligation[] }>('GET', '/deliveries?status=failed')
    return deliveries.length > 2 && deliveries
  })
  await done('POST', `/deliveries/${failed[0]?.id}/redrive`, { why: 'The registry is back.' })
  await done('POST', `/deliveries/${failed[1]?.id}/drop`, { why: 'Told by telephone.' })
}

async function keep({ service, restart }: World): Promise<World> {
  const { dataFolder } = service.settings
  const to = resolve(folder as string)
  await mkdir(join(to, 'packages'), { recursive: true })
  const signed = await db.rows<{ case_id: string; id: string }>(
    `select case_id, work_product_id as id from work_products where signed_at is not null order by 1 limit 2`,
  )
  for (const [index, { case_id: caseId, id }] of signed.entries()) {
    const path = `/cases/${caseId}/decision-package?format=zip&workProductId=${id}`
    await saved(path, join(to, 'packages', `decision-${index + 1}.zip`))
  }
  await saved(`/appeals/${firstOf('readyToSign')}/file?format=zip`, join(to, 'packages', 'case.zip'))
  return restart(undefined, async () => {
    const stopped = openDatabase({ url: service.databaseUrl, size: 1 })
    await writeDump(stopped, to)
    await stopped.close()
    await cp(join(dataFolder, 'blobs'), join(to, 'blobs'), { recursive: true })
  })
}

async function saved(path: string, file: string) {
  const response = await fetch(world.baseUrl + path, {
    headers: { authorization: `Bearer ${await tokenOf()}` },
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
}

async function tokenOf(): Promise<string> {
  const { username, password } = world
  const { json } = await world.anonymous('POST', '/auth/token', { body: { username, password } })
  return (json as { token: string }).token
}

async function casesByStatus(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { id } of await db.rows<{ id: string }>(`select case_id as id from cases order by case_id`)) {
    const { status } = await done<CaseState>('GET', `/cases/${id}/state`)
    found.set(status, [...(found.get(status) ?? []), id])
  }
  return found
}

async function idle(on: Database) {
  await until(async () => {
    const [row] = await on.rows<{ count: number }>(
      `select count(*)::int as count from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`,
    )
    return row?.count === 0
  }, 200)
}

/** Takes most of what it is told, and refuses every seventh. */
async function startRegistry() {
  let asked = 0
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    request.resume().on('end', () => {
      if (request.url === '/capabilities') return answer(200, { port: 'case-status', spec: 1, supports: [] })
      asked += 1
      if (asked % 7 > 0) return answer(200, { output: {} })
      return answer(422, { error: 'There is no such case.', code: 'refused' })
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
