import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Document } from '@portico/contract/documents'
import type { TaskList } from '@portico/contract/tasks'
import type { Transcript, TranscriptLine } from '@portico/contract/transcripts'
import { opusRecording, webmOf } from '../opus-sound.ts'
import { fileRecording, heldSession, transcriptThat } from '../recorded-session.ts'
import { spokenWav } from '../tone-speech.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const engine = join(import.meta.dirname, '../tone-engine.ts')

describe('the transcript of a session', () => {
  let world: World
  let caseId: string
  let sessionId: string
  let coordinator: Http
  const at = () => `/cases/${caseId}/sessions/${sessionId}/transcripts`
  const detail = async (id: string) =>
    ((await world.admin('GET', `${at()}/${id}`)).json as { transcript: Transcript }).transcript
  const openTasks = async () =>
    ((await world.admin('GET', `/cases/${caseId}/tasks`)).json as TaskList).tasks.filter(
      ({ type, status }) => type === 'checkTranscript' && status === 'assigned',
    )
  const isFound = async (query: string) => {
    const { json } = await world.admin('GET', `/appeals/${caseId}/search?q=${encodeURIComponent(query)}`)
    return (json as { hits: unknown[] }).hits.length > 0
  }
  before(async () => {
    world = await startWorld({ PORTICO_SPEECH: 'on', PORTICO_SPEECH_ENGINE: engine })
    caseId = world.caseId
    coordinator = await world.member('carol', ['sessionCoordinator'])
    sessionId = await heldSession(world, caseId)
  })
  after(() => world.close())

  it('is made of the tracks of all speakers, in the order in which they spoke, and is found by search', async () => {
    const judge = spokenWav(['the', 'hearing', 'begins', 4000, 'thank', 'you', 900])
    const veteran = spokenWav([600, 'tinnitus', 'since', 'service', 900])
    await fileRecording(world, { caseId, sessionId }, { sound: judge, speaker: 'Judge Reyes' })
    await fileRecording(
      world,
      { caseId, sessionId },
      { sound: veteran, speaker: 'Ada King', startedAfterMs: 1500 },
    )
    const [task] = await openTasks()
    assert.equal(task?.status, 'assigned')

    const { id } = await transcriptThat(world, { caseId, sessionId }, ({ status }) => status === 'draft')
    const { lines, recordings, model, documentId } = await detail(id)
    assert.equal(model, 'Tones for tests')
    assert.equal(recordings.length, 2)
    assert.deepEqual(
      lines.map(({ speaker, text }) => `${speaker}: ${text}`),
      ['Judge Reyes: the hearing begins', 'Ada King: tinnitus since service', 'Judge Reyes: thank you'],
    )
    const [word] = lines[1]?.words ?? []
    assert.equal(word?.confidence, 0.31)
    assert.ok(Math.abs((word?.startMs ?? 0) - 600) < 150, String(word?.startMs))
    const { document } = (await world.admin('GET', `/appeals/${caseId}/documents/${documentId}`)).json as {
      document: Document & { version: number }
    }
    assert.match(document.name, /^Transcript of the hearing of March 2, 2026$/)
    await until(() => isFound('"tinnitus since service"'))
  })

  it('is a draft that is corrected, by those who may, and not over what a colleague has written', async () => {
    const { id, recordings } = await transcriptThat(world, { caseId, sessionId }, () => true)
    const line = `${at()}/${id}/lines/2-1`
    const change = { text: 'severe tinnitus since service', was: 'tinnitus since service' }
    const scheduler = await world.member('sam', ['scheduler'])
    assert.equal((await scheduler('PATCH', line, { body: change })).status, 403)
    const corrected = await coordinator('PATCH', line, { body: change })
    assert.equal(corrected.status, 200, corrected.text)
    const { words, isCorrected } = (corrected.json as { line: TranscriptLine }).line
    assert.equal(isCorrected, true)
    assert.deepEqual(
      words.map(({ text, confidence }) => [text, confidence]),
      [
        ['severe', 1],
        ['tinnitus', 0.31],
        ['since', 0.97],
        ['service', 0.97],
      ],
    )
    const again = await coordinator('PATCH', line, { body: change })
    assert.equal(again.status, 409)
    assert.match(again.text, /changed meanwhile/)
    assert.equal((await coordinator('PATCH', `${at()}/${id}/lines/9-9`, { body: { text: 'x' } })).status, 404)
    assert.equal((await coordinator('PATCH', line, { body: {} })).status, 400)

    const judge = recordings[0]?.documentId
    const named = await coordinator('PUT', `${at()}/${id}/speakers/${judge}`, {
      body: { speaker: 'Judge M. Reyes' },
    })
    const { lines } = (named.json as { transcript: Transcript }).transcript
    assert.deepEqual(
      lines.map(({ speaker }) => speaker),
      ['Judge M. Reyes', 'Ada King', 'Judge M. Reyes'],
    )
  })

  it('is certified by a person: the document is revised, the task done, and nothing changes any more', async () => {
    const { id, documentId } = await transcriptThat(world, { caseId, sessionId }, () => true)
    const read = async () =>
      ((await coordinator('GET', `${at()}/${id}`)).json as { transcript: Transcript }).transcript.linesSha256
    const certify = (linesSha256: string) =>
      coordinator('PUT', `${at()}/${id}/certificate`, { body: { linesSha256 } })
    const before = await read()
    const line = `${at()}/${id}/lines/1-1`
    assert.equal((await coordinator('PATCH', line, { body: { speaker: 'Somebody Else' } })).status, 200)
    const stale = await certify(before)
    assert.equal(stale.status, 409, 'somebody has corrected a line that was not read')
    assert.match(stale.text, /changed meanwhile/)
    const unseen = { speaker: 'Ada King', wasSpeaker: 'Judge M. Reyes' }
    assert.equal((await coordinator('PATCH', line, { body: unseen })).status, 409)
    const seen = { speaker: 'Judge M. Reyes', wasSpeaker: 'Somebody Else' }
    assert.equal((await coordinator('PATCH', line, { body: seen })).status, 200)
    const certified = await certify(await read())
    assert.equal(certified.status, 200, certified.text)
    const { transcript } = certified.json as { transcript: Transcript }
    assert.equal(transcript.status, 'certified')
    assert.equal(transcript.certified?.by.name, 'carol')
    assert.deepEqual(await openTasks(), [])
    await until(() => isFound('"severe tinnitus since service"'))
    await until(() => isFound('"carol has checked this transcript"'))
    const { document } = (await world.admin('GET', `/appeals/${caseId}/documents/${documentId}`)).json as {
      document: Document & { version: number }
    }
    assert.equal(document.version, 2)

    const late = await coordinator('PATCH', `${at()}/${id}/lines/1-1`, { body: { text: 'other' } })
    assert.equal(late.status, 422)
    assert.equal((await certify(before)).status, 200, 'it is certified already')
  })

  it('that is certified stays; a recording that comes late is a draft beside it, whatever it is', async () => {
    const before = await transcriptThat(world, { caseId, sessionId }, () => true)
    const garbage = Buffer.from('no sound at all')
    const room = webmOf(opusRecording(1, 0))
    await fileRecording(
      world,
      { caseId, sessionId },
      { sound: garbage, speaker: 'Nobody', mediaType: 'audio/webm' },
    )
    await fileRecording(
      world,
      { caseId, sessionId },
      { sound: room, mediaType: 'audio/webm', startedAfterMs: 60_000 },
    )
    const isNewDraft = ({ id, status }: { id: string; status: string }) =>
      id !== before.id && status === 'draft'
    const { id } = await transcriptThat(world, { caseId, sessionId }, isNewDraft)
    const { lines, recordings } = await detail(id)
    assert.deepEqual(lines.at(-1)?.speaker, 'Unknown speaker')
    assert.deepEqual(lines.at(-1)?.text, 'the hearing begins')
    assert.match(recordings[2]?.why ?? '', /neither WebM nor Ogg/)
    assert.equal((await detail(before.id)).status, 'certified')
    assert.equal((await openTasks()).length, 1)
  })
})

describe('a transcript without an engine', () => {
  let world: World
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-engine-'))
    world = await startWorld({ PORTICO_SPEECH_ENGINE: join(folder, 'engine.ts'), PORTICO_SPEECH: 'on' })
  })
  after(async () => {
    await world.close()
    await rm(folder, { recursive: true })
  })

  it('leaves the recording filed and its task open with the reason, and is made once there is one', async () => {
    const { caseId } = world
    const sessionId = await heldSession(world, caseId)
    const sound = spokenWav(['veteran', 'testifies', 700])
    await fileRecording(world, { caseId, sessionId }, { sound, speaker: 'Ada King' })
    const { status, why } = await transcriptThat(world, { caseId, sessionId }, (one) => one.why !== undefined)
    assert.equal(status, 'awaited')
    assert.match(why ?? '', /^The speech engine does not open: .*engine\.ts.* It is tried again by itself\.$/)
    const { tasks } = (await world.admin('GET', `/cases/${caseId}/tasks`)).json as TaskList
    const task = tasks.find(({ type }) => type === 'checkTranscript')
    assert.match(JSON.stringify(task), /The draft is not made yet\. The speech engine does not open/)
    await writeFile(join(folder, 'engine.ts'), `export { openModel } from ${JSON.stringify(engine)}\n`)
    const made = await transcriptThat(world, { caseId, sessionId }, (one) => one.status === 'draft')
    assert.equal(made.why, undefined)
  })
})
