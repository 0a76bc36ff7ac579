import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { ScopedAccess } from '@portico/contract/scoped-access'
import type { Transcript } from '@portico/contract/transcripts'
import { fileRecording, heldSession, transcriptThat } from '../recorded-session.ts'
import { testPdf } from '../test-pdf.ts'
import { spokenWav } from '../tone-speech.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const engine = join(import.meta.dirname, '../tone-engine.ts')
const secret = /tinnitus/

describe('a certified transcript, by every door', () => {
  let world: World
  let caseId: string
  let transcript: Transcript
  let recordingId: string
  let page: number
  const people = new Map<string, Http>()
  const done = async <Json>(method: string, path: string, body?: unknown): Promise<Json> => {
    const reply = await world.admin(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.json as Json
  }
  const memberId = async (name: string) => (await world.service.identity.members.find(name))?.id ?? ''

  /** A representative of a party of the case, under a power of attorney that is filed in it. */
  async function represent(of: string, username: string) {
    const form = new FormData()
    form.set('document', JSON.stringify({ name: `Power of ${username}`, receiptDate: '2026-03-02' }))
    const pdf = new Uint8Array(await testPdf([`They act for me: ${username}`]))
    form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'x.pdf')
    const { document } = await done<{ document: { id: string } }>('POST', `/cases/${of}/documents`, form)
    const person = { firstName: 'Ada', lastName: username }
    await done('POST', `/cases/${of}/parties/p-${username}`, { role: 'appellant', person })
    await done('POST', `/cases/${of}/parties/c-${username}`, { role: 'attorney', person })
    const powerOfAttorney = { start: '2020-01-01', scope: 'all', documentId: document.id }
    const representation = { representativeId: `c-${username}`, powerOfAttorney }
    await done('PUT', `/cases/${of}/parties/p-${username}/representation`, representation)
    const given = { memberId: await memberId(username), partyId: `p-${username}` }
    return (await done<{ grant: { id: string } }>('POST', `/cases/${of}/access-grants`, given)).grant.id
  }

  let grantId: string
  before(async () => {
    world = await startWorld({
      PORTICO_MODE: 'deployment',
      PORTICO_SPEECH: 'on',
      PORTICO_SPEECH_ENGINE: engine,
    })
    const open = async (lastName: string) => {
      const body = { veteran: { firstName: 'Ada', lastName }, receiptDate: '2026-03-02' }
      return (await done<{ case: { id: string } }>('POST', '/cases', body)).case.id
    }
    caseId = await open('Heard')
    const elsewhere = await open('Elsewhere')
    const sessionId = await heldSession(world, caseId)
    const sound = spokenWav([600, 'tinnitus', 'since', 'service', 900])
    recordingId = await fileRecording(world, { caseId, sessionId }, { sound, speaker: 'Ada King' })
    const { id } = await transcriptThat(world, { caseId, sessionId }, ({ status }) => status === 'draft')
    const at = `/cases/${caseId}/sessions/${sessionId}/transcripts/${id}`
    const { linesSha256 } = (await done<{ transcript: Transcript }>('GET', at)).transcript
    transcript = (await done<{ transcript: Transcript }>('PUT', `${at}/certificate`, { linesSha256 }))
      .transcript
    await until(async () =>
      secret.test((await world.admin('GET', `/cases/${caseId}/search?q=tinnitus`)).text),
    )
    const filed = await done<{ document: { startPage: number } }>(
      'GET',
      `/cases/${caseId}/documents/${transcript.documentId}`,
    )
    page = filed.document.startPage
    const { profile } = await done<{ profile: { roles: { name: string }[] } }>('GET', '/profile')
    for (const { name: role } of profile.roles) people.set(role, await world.member(`r-${role}`, [role]))
    people.set('own', await world.member('own', ['representative']))
    people.set('other', await world.member('other', ['representative']))
    grantId = await represent(caseId, 'own')
    await represent(elsewhere, 'other')
  })
  after(() => world.close())

  const doors = (of: string): [string, string, unknown?][] => {
    const session = `/cases/${of}/sessions/${transcript.sessionId}`
    const document = `/cases/${of}/documents/${transcript.documentId}`
    const line = { text: 'nothing', was: 'tinnitus since service' }
    return [
      ['GET', `${session}/transcripts`],
      ['GET', `${session}/transcripts/${transcript.id}`],
      ['PATCH', `${session}/transcripts/${transcript.id}/lines/1-1`, line],
      ['PUT', `${session}/transcripts/${transcript.id}/certificate`, { linesSha256: transcript.linesSha256 }],
      ['GET', document],
      ['GET', `/appeals/${of}/documents/${transcript.documentId}/content`],
      ['GET', `${document}/versions/1/content`],
      ['GET', `${document}/pages/${page}/text`],
      ['GET', `/cases/${of}/documents/${recordingId}/original`],
      ['GET', `/cases/${of}/documents`],
      ['GET', `/cases/${of}/search?q=tinnitus`],
      ['GET', `/appeals/${of}/search?q=tinnitus`],
      ['GET', `/appeals/${of}/file?format=zip`],
      ['POST', `/cases/${of}/scoped-access`],
      ['GET', `/cases/${of}/events?limit=1000`],
    ]
  }
  const ask = (who: Http, [method, path, body]: [string, string, unknown?]) =>
    who(method, path, body === undefined ? {} : { body })
  const hides = async (who: Http, why: string) => {
    const none = doors('case_none')
    for (const [index, door] of doors(caseId).entries()) {
      const [ours, theirs] = [await ask(who, door), await ask(who, none[index]!)]
      assert.deepEqual(
        [ours.status, ours.text],
        [theirs.status, theirs.text],
        `${why}: ${door[0]} ${door[1]}`,
      )
      assert.ok(ours.status >= 400, `${why}: ${door[1]}`)
    }
    for (const path of ['/search?q=tinnitus', '/events?limit=1000']) {
      const { text } = await who('GET', path)
      assert.ok(!text.includes(caseId) && !text.includes(transcript.id), `${why}: ${path}`)
    }
  }

  it('shows the party’s side the document that was filed, and not the work on it', async () => {
    const own = people.get('own')!
    for (const [method, path, body] of doors(caseId)) {
      const { status, text } = await ask(own, [method, path, body])
      if (path.includes('/transcripts')) assert.deepEqual([status, secret.test(text)], [403, false], path)
      if (path.startsWith('/appeals/') && path.endsWith('/content')) assert.equal(status, 200)
    }
  })

  it('tells the representative of another case nothing', () => hides(people.get('other')!, 'other'))
  it('tells whoever has lost their right nothing, nor does a URL that they were given', async () => {
    const own = people.get('own')!
    const { access } = (await own('POST', `/cases/${caseId}/scoped-access`)).json as ScopedAccess
    assert.ok(access.files.length > 0)
    const paths = access.files.map(({ url }) => new URL(url).pathname)
    for (const path of paths) assert.equal((await world.anonymous('GET', path)).status, 200)
    await done('DELETE', `/cases/${caseId}/access-grants/${grantId}`)
    for (const path of paths) assert.equal((await world.anonymous('GET', path)).status, 403)
    await hides(own, 'revoked')
  })
  it('tells nobody who is not cleared for its case anything, whatever their role', async () => {
    await done('PUT', `/cases/${caseId}/sensitivity`, { level: 6, why: 'A colleague.' })
    for (const [role, who] of people) await hides(who, role)
  })
})
