import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Replayed } from '@portico/contract/boundary'
import type { SentLetter } from '@portico/contract/letters'
import { correspondence } from '@portico/contract/ports/correspondence'
import { defineAdapter, type InputOf } from '@portico/contract/ports/kit'
import type { Profile } from '@portico/contract/profile'
import type { Task, TaskList } from '@portico/contract/tasks'
import Type from '@portico/contract/type'
import { releaseSmallDecision } from '../released-decision.ts'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'

type Sent = InputOf<typeof correspondence, 'send'> & { sha256: string }

/** Keeps what it is given, and says at once that it was mailed. */
function mailroom(name: string) {
  const sent: Sent[] = []
  const adapter = defineAdapter({
    port: correspondence,
    name,
    does: 'Keeps what it is given.',
    options: Type.Object({}),
    open: () => ({
      supports: ['distribution', 'receipts'],
      calls: {
        async send(input, { open }) {
          const [file] = input.files
          const bytes = Buffer.concat(file ? await Array.fromAsync(await open(file)) : [])
          sent.push({ ...input, sha256: hash('sha256', bytes) })
          return { receipt: { channel: 'mail', sentAt: new Date().toISOString() } }
        },
      },
    }),
  })
  return { sent, config: { ports: { correspondence: { [name]: { adapter } } } } }
}

const address = (street: string) => ({ addresses: [{ lines: [street], city: 'Salem' }] })
const party = (role: string, lastName: string, more: object = {}) => ({
  role,
  person: { firstName: 'Ada', lastName },
  ...more,
})

describe('letters while nothing is bound that sends them', () => {
  const post = mailroom('post')
  const spare = mailroom('spare')
  let world: World
  let workProductId: string
  /** As each was when the decision was released, before anybody did anything about it. */
  let notices: SentLetter[]
  before(async () => {
    world = await startWorld()
    await changeLetters((letter) =>
      letter.name === 'decisionNotice'
        ? {
            ...letter,
            recipients: ['claimants', 'representatives'],
            suppressWhen: ['recipientDeceased', 'optedOut'],
          }
        : letter,
    )
    await done(
      'POST',
      '/parties/party_ada',
      party('appellant', 'King', { contact: address('1 Main Street') }),
    )
    await done(
      'POST',
      '/parties/party_hand',
      party('appellant', 'Hand', { contact: address('2 Main Street') }),
    )
    await done(
      'POST',
      '/parties/party_back',
      party('appellant', 'Back', { contact: address('3 Main Street') }),
    )
    await done('POST', '/parties/party_nowhere', party('appellant', 'Nowhere'))
    await done(
      'POST',
      '/parties/party_quiet',
      party('appellant', 'Quiet', { contact: address('4 Main Street') }),
    )
    await done('PUT', '/parties/party_quiet/notices', { optedOut: ['letter'] })
    await done('POST', '/parties/party_law', party('attorney', 'Law', { contact: address('5 Main Street') }))
    const late = party('attorney', 'Late', { contact: address('6 Main Street') })
    await done('POST', '/parties/party_late', late)
    await done(
      'POST',
      '/parties/party_idle',
      party('attorney', 'Idle', { contact: address('7 Main Street') }),
    )
    await done(
      'POST',
      '/parties/party_gone',
      party('attorney', 'Gone', { contact: address('9 Main Street') }),
    )
    await represent('party_back', 'party_gone')
    await represent('party_ada', 'party_law')
    await represent('party_hand', 'party_late')
    await done('POST', '/parties/party_late', {
      ...late,
      person: { ...late.person, deathDate: '2026-03-01' },
    })
    const decision = await releaseSmallDecision(world)
    workProductId = decision.workProductId
    notices = await until(async () => {
      const raised = (await listed()).filter(({ letter }) => letter === 'decisionNotice')
      return raised.length > 0 && raised.every(({ status }) => status !== 'owed') && raised
    })
  })
  after(() => world.close())

  const on = (place: string) => `/cases/${world.caseId}${place}`
  async function done<Answer>(method: string, place: string, body?: unknown): Promise<Answer> {
    const reply = await world.admin(method, on(place), body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${place}: ${reply.text}`)
    return reply.json as Answer
  }
  const listed = async () => (await done<{ letters: SentLetter[] }>('GET', '/letters')).letters
  const noticeTo = (partyId: string) => {
    const [notice, another] = notices.filter((one) => one.partyId === partyId)
    assert.ok(notice && !another, `one notice for ${partyId}`)
    return notice
  }
  const statusOf = async (id: string) => (await listed()).find((one) => one.id === id)?.status
  const failedTasks = async () => {
    const { tasks } = await done<TaskList>('GET', '/tasks?open=true')
    return Promise.all(
      tasks
        .filter(({ type }) => type === 'letterFailed')
        .map(async ({ id }) => JSON.stringify((await done<{ task: Task }>('GET', `/tasks/${id}`)).task)),
    )
  }
  const represent = async (partyId: string, representativeId: string) => {
    const powerOfAttorney = { start: '2026-01-01', scope: 'all', documentId: world.documentId }
    await done('PUT', `/parties/${partyId}/representation`, { representativeId, powerOfAttorney })
  }
  async function changeLetters(change: (letter: Profile['letters'][number]) => object) {
    const { profile } = (await world.admin('GET', '/profile')).json as { profile: Profile }
    const body = { profile: { ...profile, letters: profile.letters.map(change) }, why: 'A test of it.' }
    const saved = await world.admin('PUT', '/profile', { body })
    assert.ok(saved.status < 300, saved.text)
  }
  const replayed = async (binding: string, more: object = {}) => {
    const reply = await world.admin('POST', '/ports/correspondence/replay', { body: { binding, ...more } })
    assert.equal(reply.status, 200, reply.text)
    return reply.json as Replayed
  }
  /** All that is owed to a binding is settled. */
  const settled = (binding: string) =>
    until(async () => {
      const { json } = await world.admin(
        'GET',
        `/deliveries?port=correspondence&binding=${binding}&limit=500`,
      )
      const { deliveries } = json as { deliveries: { status: string }[] }
      return deliveries.every(({ status }) => !['waiting', 'sending'].includes(status)) && deliveries
    })
  const sentTo = ({ sent }: { sent: Sent[] }) => sent.map(({ recipient }) => recipient.partyId).sort()

  it('a signed outcome raises one for each claimant and each representative in force, and no other', async () => {
    const owed = (
      await done<{ events: { data: Record<string, string> }[] }>('GET', '/events?types=letter.owed')
    ).events.filter(({ data }) => data.workProductId === workProductId)
    const synthetic = owed.filter(
      ({ data }) => !/^party_(ada|hand|back|nowhere|quiet|law|late|gone|idle)$/.test(data.partyId ?? ''),
    )
    assert.deepEqual(
      owed
        .filter((one) => !synthetic.includes(one))
        .map(({ data }) => data.partyId)
        .sort(),
      [
        'party_ada',
        'party_back',
        'party_gone',
        'party_hand',
        'party_late',
        'party_law',
        'party_nowhere',
        'party_quiet',
      ],
    )
    for (const partyId of ['party_ada', 'party_hand', 'party_back', 'party_law', 'party_gone'])
      assert.equal(noticeTo(partyId).status, 'composed', partyId)
  })

  it('each is filed on the case, listed for whoever mails it, and its bytes are read', async () => {
    const { letters } = (await world.admin('GET', '/letters?status=composed&limit=500')).json as {
      letters: { caseId: string; letter: SentLetter }[]
    }
    for (const partyId of ['party_ada', 'party_law']) {
      const { id, documentId, subject } = noticeTo(partyId)
      assert.equal(letters.filter(({ letter }) => letter.id === id).length, 1, partyId)
      const { document } = (await world.admin('GET', `/appeals/${world.caseId}/documents/${documentId}`))
        .json as { document: { name: string } }
      assert.equal(document.name, subject)
      const file = await world.admin('GET', `/appeals/${world.caseId}/documents/${documentId}/content`)
      assert.match(file.text, /^%PDF-1/, partyId)
    }
  })

  it('one without an address is a task, the dead and who has opted out get a sentence', async () => {
    const nowhere = noticeTo('party_nowhere')
    assert.deepEqual([nowhere.status, nowhere.cause], ['failed', 'notMailable'])
    assert.ok((await failedTasks()).some((task) => /Ada Nowhere has neither a postal address/.test(task)))
    const late = noticeTo('party_late')
    assert.deepEqual([late.status, late.why], ['withdrawn', 'The recipient has died.'])
    const quiet = noticeTo('party_quiet')
    assert.deepEqual([quiet.status, quiet.why], ['withdrawn', 'The recipient has opted out of letters.'])
  })

  it('a template that cannot be filled is a task, and once it is mended the same letter is composed', async () => {
    const template = (body: string) =>
      changeLetters((letter) => (letter.name === 'general' ? { ...letter, body } : letter))
    await template('Dear {{ recipient.name }}: {{ session.date }}')
    const body = { letter: 'general', partyId: 'party_ada', reason: 'Send records.' }
    const { letter } = await done<{ letter: SentLetter }>('POST', '/letters', body)
    await until(async () => (await statusOf(letter.id)) === 'failed')
    const sentence = /The body of the letter general names the field session.date, which has no value/
    assert.ok((await failedTasks()).some((task) => sentence.test(task)))
    await template('Dear {{ recipient.name }}: {{ reason }}')
    await done('POST', `/letters/${letter.id}/retry`)
    await until(async () => (await statusOf(letter.id)) === 'composed')
    assert.ok(!(await failedTasks()).some((task) => sentence.test(task)))
    notices.push(...(await listed()).filter(({ id }) => id === letter.id))
  })

  it('a binding that is added later has sent nothing by itself, and a replay hands it what still waits, once', async () => {
    const receipt = { channel: 'mail', sentAt: new Date().toISOString() }
    for (const partyId of ['party_hand', 'party_back'])
      await done('PUT', `/letters/${noticeTo(partyId).id}/receipt`, receipt)
    await done('PUT', `/letters/${noticeTo('party_back').id}/failure`, { why: 'Moved.' })
    const { id: revoked } = noticeTo('party_gone')
    await done('DELETE', '/parties/party_back/representation?why=By+letter')
    const waiting = (await listed()).filter(({ id, status }) => status === 'composed' && id !== revoked)
    assert.ok(waiting.length >= 3)
    world = await world.restart(post.config)
    await settled('post')
    assert.equal(post.sent.length, 0)

    await until(async () => (await replayed('post', { isDryRun: true })).deliveries > 0)
    assert.equal(post.sent.length, 0)
    await Promise.all([replayed('post'), replayed('post')])
    await settled('post')
    assert.deepEqual(
      post.sent.map(({ letterId }) => letterId).sort(),
      waiting.map(({ id }) => id).sort(),
      'neither what was mailed by hand nor what came back, nothing to whom no power is left, and nothing twice',
    )
    const { status, why } = (await listed()).find(({ id }) => id === revoked) ?? {}
    assert.deepEqual([status, why], ['withdrawn', 'The recipient represents nobody on the case any more.'])
    for (const { letterId, sha256, recipient } of post.sent) {
      const letter = (await listed()).find(({ id }) => id === letterId)
      assert.deepEqual([letter?.status, letter?.partyId], ['receipted', recipient.partyId])
      const [file] = (
        await done<{ events: { data: Record<string, string> }[] }>('GET', '/events?types=letter.composed')
      ).events.filter(({ data }) => data.letterId === letterId)
      assert.equal(sha256, file?.data.sha256, 'the bytes that were filed')
    }
  })

  it('nothing is sent twice: not by another replay, under new keys, after a restart, or by a second binding', async () => {
    const before = sentTo(post)
    await replayed('post')
    await settled('post')
    await replayed('post', { hasNewKeys: true })
    await settled('post')
    assert.deepEqual(sentTo(post), before)
    world = await world.restart({
      ports: {
        correspondence: { ...post.config.ports.correspondence, ...spare.config.ports.correspondence },
      },
    })
    await until(async () => (await replayed('spare')).deliveries + (await replayed('spare')).unchanged > 0)
    await settled('spare')
    await settled('post')
    assert.deepEqual(sentTo(post), before)
    assert.equal(spare.sent.length, 0)
    assert.deepEqual(
      (await listed()).filter(({ status }) => status === 'composed'),
      [],
    )
  })

  it('what is put right while it is bound goes out as the letter of its event', async () => {
    const { id, eventId } = noticeTo('party_nowhere')
    await done(
      'POST',
      '/parties/party_nowhere',
      party('appellant', 'Nowhere', { contact: address('8 Main Street') }),
    )
    await done('POST', `/letters/${id}/retry`)
    await until(async () => (await statusOf(id)) === 'receipted')
    assert.equal((await listed()).find((one) => one.id === id)?.eventId, eventId)
    assert.equal([...post.sent, ...spare.sent].filter(({ letterId }) => letterId === id).length, 1)
  })
})
