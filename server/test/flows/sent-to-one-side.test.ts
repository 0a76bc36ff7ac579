import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import type { CaseSearchResult } from '@portico/contract/cases'
import type { CaseDocument } from '@portico/contract/intake'
import { isAboutCase, type Route } from '@portico/contract/route'
import type { ScopedAccess } from '@portico/contract/scoped-access'
import { type RouteName, routes } from '@portico/contract/table'
import { getDocument } from 'unpdf/pdfjs'
import { openCaseDocuments } from '../../app/file/case-documents.ts'
import { defaultProfile } from '../../profile/default.ts'
import { smallest } from '../smallest.ts'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const street = '17 Thistledown Lane'
const reason = 'Please send the zebrafinch records.'
const table = routes as Record<string, Route>

/** By these somebody on the recipient's side has the letter: each is a door that must be shut to others. */
const doors: readonly RouteName[] = [
  'search',
  'getFile',
  'listDocuments',
  'getDocument',
  'getContent',
  'searchCase',
  'getPageText',
  'getPagePlace',
  'getPageMap',
  'listCaseEvents',
  'listCaseDocuments',
  'getCaseDocument',
  'getVersionContent',
  'getOriginal',
  'grantScopedAccess',
  // Their own record, with the address.
  'listParties',
  'getParty',
  'listPartyHistory',
]

/** What is asked beyond the smallest query that the schema takes. */
const queries: Partial<Record<RouteName, string[]>> = {
  search: ['q=zebrafinch', 'q=zebrafinhc', 'q=thistledown'],
  searchCase: ['q=zebrafinch', 'q=zebrafinhc', 'q=thistledown', 'q=keepsake', 'q=zebrafinch&category=other'],
  getFile: ['format=pdf&annotations=true', 'format=zip'],
  listCaseEvents: ['limit=1000'],
  listEvents: ['limit=1000'],
}

describe('a letter to one party of a case with two sides', () => {
  let world: World
  /** On the recipient's side, on the other one, and a system that reads all events. */
  let own: Http
  let other: Http
  let system: Http
  let caseId: string
  let letter: CaseDocument
  let part: CaseDocument
  let secrets: RegExp
  const tokens = new Map<Http, string>()

  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment' })
    own = await signedIn('own', 'representative')
    other = await signedIn('other', 'representative')
    system = await signedIn('system', 'integrationStatusOut')
    const body = { veteran: { firstName: 'Ada', lastName: 'claimant' }, receiptDate: '2026-03-02' }
    caseId = (await done<{ case: { id: string } }>('POST', '/cases', body)).case.id
    await file('Examination', 'Both sides read this.')
    await side('claimant', 'appellant', 'own')
    await side('opponent', 'contestingClaimant', 'other')
    await done('POST', on('/letters'), {
      letter: 'general',
      partyId: 'claimant',
      reason: `${reason}${'\n\nWe wrote before.'.repeat(80)}`,
    })
    const sent = await until(async () => {
      const { documents } = await done<{ documents: CaseDocument[] }>('GET', on('/documents'))
      return documents.find(({ madeAs }) => madeAs === 'sentLetter')
    })
    await world.service.readTexts(caseId)
    const pageCount = sent.endPage - sent.startPage + 1
    assert.ok(pageCount > 1)
    const { documents } = await done<{ documents: CaseDocument[] }>(
      'PUT',
      on(`/documents/${sent.id}/division`),
      {
        parts: [
          { name: 'About your appeal', pageCount: 1 },
          { name: 'The rest', pageCount: pageCount - 1 },
        ],
      },
    )
    ;[letter, part] = documents as [CaseDocument, CaseDocument]
    await done('POST', `/appeals/${caseId}/documents/${letter.id}/annotations`, {
      page: letter.startPage,
      comment: 'keepsake',
      visibility: 'case',
    })
    await file('Marker', 'What came last.')
    secrets = new RegExp(
      ['Thistledown', 'zebrafinch', 'keepsake', 'The rest', letter.id, part.id, letter.sha256].join('|'),
    )
  })
  after(() => world.close())

  const on = (path: string) => `/cases/${caseId}${path}`

  async function signedIn(name: string, role: string): Promise<Http> {
    await world.member(name, [role])
    const token = await tokenOf(name)
    const http = world.as(token)
    tokens.set(http, token)
    return http
  }

  async function tokenOf(username: string): Promise<string> {
    const body = { username, password: world.password }
    return ((await world.anonymous('POST', '/auth/token', { body })).json as { token: string }).token
  }

  async function done<Json>(method: string, path: string, body?: unknown): Promise<Json> {
    const reply = await world.admin(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.json as Json
  }

  async function file(name: string, text: string): Promise<string> {
    const form = new FormData()
    form.set('document', JSON.stringify({ name, receiptDate: '2026-05-04' }))
    form.set('file', new Blob([new Uint8Array(await testPdf([text]))], { type: 'application/pdf' }), 'x.pdf')
    const { document } = await done<{ document: { id: string } }>('POST', on('/documents'), form)
    await world.service.readTexts(caseId)
    return document.id
  }

  async function side(partyId: string, role: string, username: string) {
    const documentId = await file(`Power of attorney of the ${partyId}`, `They act for me, the ${partyId}.`)
    const address = { lines: [partyId === 'claimant' ? street : '1 High Street'], city: 'Exeter' }
    const person = { firstName: 'Ada', lastName: partyId }
    await done('POST', on(`/parties/${partyId}`), { role, person, contact: { addresses: [address] } })
    const representativeId = `${partyId}-counsel`
    await done('POST', on(`/parties/${representativeId}`), { role: 'attorney', person })
    await done('PUT', on(`/parties/${partyId}/representation`), {
      representativeId,
      powerOfAttorney: { start: '2020-01-01', scope: 'all', documentId },
    })
    const memberId = (await world.service.identity.members.find(username))?.id
    await done('POST', on('/access-grants'), { memberId, partyId })
  }

  function pathsOf(name: RouteName, docId: string): string[] {
    const route = table[name] as Route
    const known: Record<string, string> = { docId, version: '1', page: String(letter.startPage) }
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, param: string) =>
      param === 'id' && isAboutCase(route)
        ? caseId
        : (known[param] ?? (param === 'partyId' ? 'claimant' : `${param}_none`)),
    )
    const least = Object.entries((route.query ? smallest(route.query) : {}) as Record<string, unknown>)
    const asked = new URLSearchParams(least.map(([key, value]) => [key, String(value)])).toString()
    return (queries[name] ?? [asked]).map((query) => (query ? `${path}?${query}` : path))
  }

  /** All that an answer says, also inside files; that of a signed URL too. */
  async function told(who: Http, name: RouteName, docId = letter.id): Promise<string> {
    const { method } = table[name] as Route
    const answers: string[] = []
    for (const path of pathsOf(name, docId)) {
      const answer = await bytesOf(who, method, path)
      // The query is said back.
      const text = (await wordsIn(answer)).replaceAll(/"query":"[^"]*"/g, '')
      answers.push(text)
      if (name !== 'grantScopedAccess') continue
      const { access } = JSON.parse(answer.toString()) as ScopedAccess
      for (const { url } of access.files)
        answers.push(await wordsIn(await bytesOf(world.anonymous, 'GET', new URL(url).pathname)))
    }
    return answers.join('\n')
  }

  async function bytesOf(who: Http, method: string, path: string): Promise<Buffer> {
    const headers = tokens.has(who) ? { authorization: `Bearer ${tokens.get(who)}` } : undefined
    const response = await fetch(world.baseUrl + path, { method, ...(headers ? { headers } : {}) })
    const bytes = Buffer.from(await response.arrayBuffer())
    // What could not be answered says nothing of who may have it.
    assert.ok(response.status !== 429 && response.status < 500, `${path}: ${response.status} ${bytes}`)
    return bytes
  }

  const read = (Object.keys(table) as RouteName[]).filter((name) => {
    const { method, public: isPublic } = table[name] as Route
    return (method === 'GET' && !isPublic) || name === 'grantScopedAccess'
  })

  it('is had by every door on its own side, and no route is a door that is not named here', async () => {
    const answers = new Map<RouteName, string>()
    for (const name of read) answers.set(name, await told(own, name))
    const open = [...answers].filter(([, said]) => secrets.test(said)).map(([name]) => name)
    const closed = doors.filter((name) => !open.includes(name))
    assert.deepEqual(
      open.toSorted(),
      doors.toSorted(),
      closed.map((name) => `${name}: ${answers.get(name)?.slice(0, 500)}`).join('\n'),
    )
  })

  it('is had by no door on the other side: neither the address, nor the reason, nor that there is one', async () => {
    for (const name of read) {
      const found = secrets.exec(await told(other, name))
      assert.equal(found?.[0], undefined, name)
    }
    for (const docId of [letter.id, part.id])
      for (const name of read.filter((one) => table[one]?.path.includes('{docId}')))
        assert.equal(await told(other, name, docId), await told(other, name, 'doc_none'), name)
  })

  it('what somebody of the other side does to it is answered as of a document that there is not', async () => {
    const writes = (Object.keys(table) as RouteName[]).filter((name) => {
      const { method, path } = table[name] as Route
      return method !== 'GET' && path.includes('{docId}')
    })
    for (const name of writes) {
      const { method, body: schema } = table[name] as Route
      const ask = async (docId: string) => {
        const body = schema && smallest(schema)
        const { status, text } = await other(method, pathsOf(name, docId)[0] as string, body ? { body } : {})
        return [status, text]
      }
      assert.deepEqual(await ask(letter.id), await ask('doc_none'), name)
    }
  })

  it('is neither counted nor a gap in the order of the others', async () => {
    type Listed = { documents: { id: string; position: number; endPage: number }[] }
    const { documents } = (await other('GET', `/appeals/${caseId}/documents`)).json as Listed
    const { case: facts } = (await other('GET', on(''))).json as {
      case: { documentCount: number; pageCount: number; text: { pages: number } }
    }
    assert.deepEqual(
      documents.map(({ position }) => position),
      documents.map((_, index) => index),
    )
    assert.deepEqual(
      [facts.documentCount, facts.pageCount, facts.text.pages],
      [documents.length, Math.max(...documents.map(({ endPage }) => endPage)), documents.length],
    )
    const { total, corrected } = (await other('GET', on('/search?q=zebrafinhc'))).json as CaseSearchResult
    assert.deepEqual([total, corrected], [0, undefined])
    const seen = (await own('GET', on(''))).headers.get('etag')
    assert.notEqual((await other('GET', on(''))).headers.get('etag'), seen)
  })

  it('is in no live stream of the other side, nor in what a connected system reads', async () => {
    const heard = async (who: Http, path: string) => {
      const left = new AbortController()
      const headers = { authorization: `Bearer ${tokens.get(who)}`, accept: 'text/event-stream' }
      const { body } = await fetch(world.baseUrl + path, { headers, signal: left.signal })
      let text = ''
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        text += Buffer.from(chunk).toString()
        if (text.includes('"Marker"')) break
      }
      left.abort()
      return text
    }
    assert.match(await heard(own, on('/events')), secrets)
    assert.doesNotMatch(await heard(other, on('/events')), secrets)
    const events = await heard(system, `/events?types=${['document.filed', 'document.divided'].join()}`)
    assert.match(events, /"Examination"/)
    assert.doesNotMatch(events, secrets)
  })

  it('is not for a connected system either, whatever event tells of it, however much it may curate', async () => {
    const { events } = (await system('GET', '/events?limit=1000')).json as { events: unknown[] }
    assert.ok(events.length > 20)
    // What was sent to whom is theirs to know; of the document, nothing.
    assert.ok(events.some((event) => (event as { type: string }).type === 'letter.composed'))
    assert.equal(secrets.exec(JSON.stringify(events))?.[0], undefined)
    const { text } = await system('GET', on('/letters'))
    assert.equal(secrets.exec(text)?.[0], undefined)
  })

  it('where a page is that repeats it is told to nobody else', async () => {
    const documents = openCaseDocuments(world.service.db, () => defaultProfile)
    const reader = (more: object) => ({ id: '', audience: 'integration' as const, curates: true, ...more })
    const concealed = [letter.id, part.id]
    const marker = await file('Copy', 'A copy of it.')
    await world.service.db.rows(
      `update documents set why = 'The same bytes are on pages 4 to 4.', is_linked = true, duplicates = $3::jsonb
       where case_id = $1 and document_id = $2`,
      [
        caseId,
        marker,
        JSON.stringify([
          { startPage: 9, endPage: 9, ofStartPage: letter.startPage, kind: 'exact', similarity: 1 },
        ]),
      ],
    )
    const told = async (who: ReturnType<typeof reader>) => {
      const { duplicates, why } = await documents.get(caseId, marker, who)
      const listed = (await documents.list(caseId, who)).find(({ id }) => id === marker)
      assert.deepEqual([listed?.duplicates, listed?.why], [duplicates, why])
      return [duplicates?.runs.length, why !== undefined]
    }
    assert.deepEqual(await told(reader({})), [1, true])
    for (const curates of [true, false])
      assert.deepEqual(await told(reader({ curates, concealed })), [undefined, false])
    await file('Last', 'What came at the very end.')
    const [all] = await documents.list(caseId, reader({}), { documentIds: [marker] })
    const count = (hidden: string[]) => documents.pageCount(caseId, 99, reader({ concealed: hidden }))
    assert.deepEqual([await count([]), await count([marker])], [99, (all?.endPage ?? 0) + 1])
  })

  it('no decision that the other side gets cites it', async () => {
    const { issue } = await done<{ issue: { id: string } }>('POST', on('/issues'), {
      issueType: 'serviceConnection',
      description: 'For tinnitus',
    })
    const saying = (page: number) => ({
      content: {
        opening: [],
        issues: [
          {
            issueId: issue.id,
            content: [
              {
                type: 'paragraph',
                content: [
                  { type: 'text', text: 'Granted.' },
                  { type: 'citation', anchor: { page } },
                ],
              },
            ],
          },
        ],
        closing: [],
      },
    })
    const { workProduct } = await done<{ workProduct: { id: string } }>(
      'POST',
      on('/work-products'),
      saying(letter.startPage),
    )
    type Found = { blockers: { code: string; sentence: string; partyId?: string }[] }
    const found = async () =>
      (await done<Found>('GET', on(`/work-products/${workProduct.id}/blockers`))).blockers.filter(
        ({ code }) => code === 'citationUnseen',
      )
    const [blocker, ...others] = await found()
    assert.deepEqual([blocker?.partyId, others], ['opponent', []])
    assert.match(blocker?.sentence ?? '', /“About your appeal”, which Ada opponent may not see/)
    await done('PUT', on(`/work-products/${workProduct.id}`), { baseVersion: 1, ...saying(1) })
    assert.deepEqual(await found(), [])
  })

  it('a copy that the other side sent in itself stays theirs, and says nothing of the letter', async () => {
    await done('POST', on('/letters'), { letter: 'general', partyId: 'claimant', reason: 'The wallcreeper.' })
    const listed = async (who: Http) =>
      ((await who('GET', on('/documents'))).json as { documents: CaseDocument[] }).documents
    const sent = await until(async () =>
      (await listed(world.admin)).find(({ madeAs, id }) => madeAs === 'sentLetter' && id !== letter.id),
    )
    await world.service.readTexts(caseId)
    const { body } = await fetch(`${world.baseUrl}${on(`/documents/${sent.id}/versions/1/content`)}`, {
      headers: { authorization: `Bearer ${await tokenOf(world.username)}` },
    })
    const bytes = new Uint8Array(await new Response(body).arrayBuffer())
    const mailed = async (sender: object) => {
      const form = new FormData()
      const piece = { channel: 'mail', sender, receiptDate: '2026-05-04' }
      form.set('piece', JSON.stringify({ ...piece, case: { caseId }, mailType: 'evidenceOrArgument' }))
      form.set('file', new Blob([bytes], { type: 'application/pdf' }), 'What I was shown.pdf')
      const { id } = (await done<{ piece: { id: string } }>('POST', '/correspondence', form)).piece
      const match = { caseId, mailType: 'evidenceOrArgument', why: 'They sent it.', evenIfDuplicate: true }
      const { piece: matched } = await done<{ piece: { documentIds: string[] } }>(
        ...(['POST', `/correspondence/${id}/match`, match] as const),
      )
      return matched.documentIds[0] as string
    }
    const copyId = await mailed({ name: 'Ada opponent', address: '1 High Street, Exeter' })
    const pretended = await mailed({ name: 'Ada opponent', address: '5 Elsewhere, York' })
    const copy = (await listed(world.admin)).find(({ id }) => id === copyId)
    assert.equal(copy?.sha256, sent.sha256)
    await world.service.readTexts(caseId)
    const seen = (await listed(other)).map(({ id }) => id)
    assert.deepEqual(
      [copyId, pretended, sent.id].map((id) => seen.includes(id)),
      [true, false, false],
    )
    assert.equal((await other('GET', `/appeals/${caseId}/documents/${copyId}`)).status, 200)
    const events = (await other('GET', on('/events?limit=1000'))).text
    assert.ok(events.includes(copyId))
    for (const text of [events, (await other('GET', on(`/documents/${copyId}`))).text]) {
      assert.ok(!text.includes(sent.id), text)
      assert.doesNotMatch(text, /document\.linked|"runs"|sentLetter/)
    }
  })

  it('a signed URL ends with the representation that it was given for', async () => {
    const { access } = (await own('POST', on('/scoped-access'))).json as ScopedAccess
    const { url } = access.files.find(({ sha256 }) => sha256 === letter.sha256) ?? assert.fail()
    const fetched = async () => (await world.anonymous('GET', new URL(url).pathname)).status
    assert.equal(await fetched(), 200)
    const members = world.service.identity.members
    const [mine, theirs] = [await members.find('own'), await members.find('other')]
    const { grants } = await done<{ grants: { id: string; memberId: string }[] }>('GET', on('/access-grants'))
    // From now on they are on the other side.
    await done('POST', on('/access-grants'), { memberId: mine?.id, partyId: 'opponent' })
    for (const { id, memberId } of grants)
      if (memberId !== theirs?.id) await done('DELETE', on(`/access-grants/${id}`))
    assert.equal((await own('GET', on(''))).status, 200)
    assert.equal(await fetched(), 403)
    assert.doesNotMatch(await told(own, 'listDocuments'), secrets)
    assert.doesNotMatch(await told(own, 'listPlaces'), secrets)
  })
})

async function wordsIn(bytes: Buffer): Promise<string> {
  const magic = bytes.subarray(0, 4).toString('latin1')
  if (magic === '%PDF') return pdfWords(bytes)
  if (magic !== 'PK\x03\x04') return bytes.toString()
  const words: string[] = []
  for (const entry of unzipped(bytes)) words.push(await wordsIn(entry))
  return words.join('\n')
}

async function pdfWords(bytes: Buffer): Promise<string> {
  const task = getDocument({ verbosity: 0, data: new Uint8Array(bytes) })
  const pdf = await task.promise
  const words: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    words.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  await task.destroy()
  return words.join('\n')
}

function unzipped(archive: Buffer): Buffer[] {
  const entries: Buffer[] = []
  let at = archive.readUInt32LE(archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) + 16)
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [named, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const stored = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    entries.push(archive.readUInt16LE(at + 10) === 0 ? stored : inflateRawSync(stored))
    entries.push(archive.subarray(at + 46, at + 46 + named))
    at += 46 + named + extra + comment
  }
  return entries
}
