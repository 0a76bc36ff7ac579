import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Profile } from '@portico/contract/profile'
import type { ScopedAccess } from '@portico/contract/scoped-access'
import type { TaskList } from '@portico/contract/tasks'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

/** Events on the way to a decision, of each of which a careless profile tells the parties. */
const ofDecisions = [
  { event: 'workProduct.drafted' },
  { event: 'workProduct.submitted' },
  { event: 'workProduct.signed' },
  { event: 'workProduct.cleared' },
  { event: 'workProduct.sealed' },
  { event: 'workProduct.released' },
  { event: 'issue.decided' },
  { event: 'issue.undecided' },
  { event: 'case.stateChanged' },
  { event: 'task.completed', tasks: ['review'] },
  { event: 'task.opened', tasks: ['qualityReview', 'sealing'] },
]

const toldParties = (on: { event: string }, index: number): Profile['notifications'][number] => ({
  name: `careless${index}`,
  label: `Careless ${index}`,
  on,
  recipients: ['claimant', 'representative'],
  channels: ['inApp', 'email'],
  suppressWhen: [],
  subject: `Careless: ${on.event}`,
  body: `Careless: ${on.event}`,
})

const outcome = /"allowed"|Granted\.|workProduct\.|"decided"|judith|Careless: (?!case\.stateChanged)/

type State = { status: string; why: string; next?: string; enteredStepAt: string; version: number }

const quote = 'at least as likely as not'

/** A deployment, where a party's representative sees one case, and of it what is for them. */
describe('a case as a representative sees it', () => {
  let world: World
  let counsel: Http
  let clerk: Http
  let drafter: Http
  let judge: Http
  let represented: string
  let other: string
  let page: number
  const memberId = async (name: string) => (await world.service.identity.members.find(name))?.id ?? ''

  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment' })
    await reviewEveryDecision()
    counsel = await world.member('counsel', ['representative'])
    clerk = await world.member('clerk', ['representative', 'intake'])
    drafter = await world.member('dora', ['drafter'])
    judge = await world.member('judith', ['adjudicator'])
    represented = await open()
    other = await open()
    page = (await file(represented, 'Examination', ['Cover.', `It is ${quote} that it began.`])).startPage + 1
    const power = await file(represented, 'Power of attorney', ['Legion acts for me.'])
    const on = `/cases/${represented}`
    const contact = (name: string) => ({ emails: [`${name}@example.org`] })
    const claimant = {
      role: 'appellant',
      person: person('Claimant', '1990-02-03'),
      contact: contact('claimant'),
    }
    const opponent = {
      role: 'contestingClaimant',
      person: person('Opponent', '1960-05-06'),
      contact: contact('opponent'),
    }
    await done(world.admin, 'POST', `${on}/parties/claimant`, claimant)
    await done(world.admin, 'POST', `${on}/parties/opponent`, opponent)
    await done(world.admin, 'POST', `${on}/parties/legion`, {
      role: 'representative',
      organization: 'Legion',
    })
    await done(world.admin, 'PUT', `${on}/parties/claimant/representation`, {
      representativeId: 'legion',
      powerOfAttorney: { start: '2020-01-01', scope: 'all', documentId: power.id },
    })
    for (const name of ['counsel', 'clerk'])
      await done(world.admin, 'POST', `${on}/access-grants`, {
        memberId: await memberId(name),
        partyId: 'claimant',
      })
  })
  after(() => world.close())

  /** So that what is signed waits for somebody to release it. */
  async function reviewEveryDecision() {
    const { profile } = await done<{ profile: Profile }>(world.admin, 'GET', '/profile')
    const notifications = [...profile.notifications, ...ofDecisions.map(toldParties)]
    const text = JSON.stringify({
      ...profile,
      notifications,
      workProducts: { release: 'afterQualityReview' },
    })
    const changed = text.replace(/"(samplePercent|notSampled)":\d+/g, '"$1":100')
    await done(world.admin, 'PUT', '/profile', { profile: JSON.parse(changed), why: 'A test.' })
  }

  const person = (lastName: string, birthDate: string) => ({ firstName: 'Ada', lastName, birthDate })

  async function done<Json>(http: Http, method: string, path: string, body?: unknown): Promise<Json> {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.json as Json
  }
  async function open(): Promise<string> {
    const body = { veteran: { firstName: 'Ada', lastName: 'Claimant' }, receiptDate: '2026-03-02' }
    return (await done<{ case: { id: string } }>(world.admin, 'POST', '/cases', body)).case.id
  }
  async function file(caseId: string, name: string, pages: string[]) {
    const form = new FormData()
    form.set('document', JSON.stringify({ name, receiptDate: '2026-05-04' }))
    form.set('file', new Blob([new Uint8Array(await testPdf(pages))], { type: 'application/pdf' }), 'x.pdf')
    const { document } = await done<{ document: { id: string; startPage: number } }>(
      ...([world.admin, 'POST', `/cases/${caseId}/documents`, form] as const),
    )
    await world.service.readTexts(caseId)
    return document
  }

  it('of the other side neither address nor birth date is told, nor of their own side what staff do for them', async () => {
    const on = `/cases/${represented}`
    await done(world.admin, 'POST', `/cases/${other}/parties/claimant`, {
      role: 'witness',
      person: person('Claimant', '1990-02-03'),
    })
    await done(world.admin, 'POST', `/cases/${other}/parties/claimant`, {
      role: 'witness',
      person: person('Claimant', '1990-02-03'),
      contact: { emails: ['moved@example.org'] },
    })
    await until(async () => (await counsel('GET', `${on}/parties`)).text.includes('moved@') || undefined)
    for (const path of ['/parties', '/events?limit=1000', '/priority', '/parties/claimant/history']) {
      const { text } = await counsel('GET', on + path)
      assert.doesNotMatch(text, /opponent@|1960-05-06|2035-05-06|access\.granted|onBehalfOf/, path)
      assert.ok(!text.includes(other), `${path} does not name a case that they do not see`)
    }
    assert.match((await world.admin('GET', `${on}/priority`)).text, /2035-05-06/)
  })

  it('who also works here learns no more of it by their other roles, and changes nothing there', async () => {
    const guess = { role: 'witness', person: { firstName: 'Ada', lastName: 'Guess' } }
    const { party } = await done<{ party: object }>(clerk, 'POST', `/cases/${other}/parties/opponent`, guess)
    assert.doesNotMatch(JSON.stringify(party), /1960-05-06|opponent@/)
    const tasks = (await clerk('GET', '/tasks?count=true')).text
    assert.ok(tasks.includes(other) && !tasks.includes(represented), 'no queue has it')
    const { tasks: theirs } = await done<TaskList>(
      world.admin,
      'GET',
      `/cases/${represented}/tasks?open=true`,
    )
    const intake = theirs.find(({ type }) => type === 'intake')
    const moved = await clerk('POST', '/reassignments', {
      body: { tasks: [{ caseId: represented, taskId: intake?.id }], to: { person: 'dora' }, why: 'Mine.' },
    })
    assert.match(moved.text, /"waiting":0.*no such open task/)
    await world.service.identity.members.change(await memberId('clerk'), { roles: ['intake'] })
    assert.equal((await clerk('GET', `/cases/${represented}/tasks`)).status, 403, 'nor once the role is gone')
    await world.service.identity.members.change(await memberId('clerk'), {
      roles: ['representative', 'intake'],
    })
  })

  it('from drafting to recall nothing of an outcome is told before its release, and never why it was recalled', async () => {
    const on = (path: string) => `/cases/${represented}${path}`
    const complete = async (type: string, body: object, by = world.admin) => {
      const { tasks } = await done<TaskList>(world.admin, 'GET', on('/tasks?open=true'))
      await done(by, 'POST', on(`/tasks/${tasks.find((one) => one.type === type)?.id}/complete`), body)
    }
    const looks = [
      '',
      '/state',
      '/state?at=999999999',
      '/issues',
      '/events?limit=1000',
      '/decision-package',
      '/decision-package/file',
      '/documents',
      '/sessions',
      '/tasks',
      '/letters',
      '/deliveries',
      '/notifications',
      '/work-products',
      '/explanation',
      '/search?q=Granted',
      '/page-map',
      '/links',
      '/parties',
    ].map(on)
    const doors = ['/cases', '/appeals', '/alerts', '/events', '/changes', '/sessions', '/tasks', '/letters']
    const seen = async () => {
      const replies: Reply[] = []
      for (const path of [...looks, ...doors]) replies.push(await counsel('GET', path))
      return replies.map(({ text }) => text).join('\n')
    }
    const tellsNothing = async (when: string) => {
      for (const path of [...looks, ...doors]) {
        const [found] = outcome.exec((await counsel('GET', path)).text) ?? []
        assert.equal(found, undefined, `${path}, ${when}`)
      }
    }
    const state = () => done<State>(counsel, 'GET', on('/state'))
    const { db } = world.service
    const noticesOfParties = () =>
      db.rows<{ event: string; recipient: string; channel: string }>(
        `select event_type as event, recipient_id as recipient, channel from notices
         where case_id = $1 and subject like 'Careless%' and seen_as = 'party' order by number`,
        [represented],
      )
    /** Until everything that was written has been looked at. */
    const toldUpTo = () =>
      until(async () => {
        const [row] = await db.rows<{ isOver: boolean }>(
          `select position >= (select max(position) from events) as "isOver" from notice_cursor`,
        )
        return row?.isOver || undefined
      })
    const { position: start } = await done<{ position: number }>(world.admin, 'GET', '/changes')
    await done(world.admin, 'POST', on('/docket'), { docket: 'directReview' })
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
    const inProgress = await state()
    const changesTold = async () => {
      const { events } = await done<{ events: { at: string; data: Record<string, string> }[] }>(
        counsel,
        'GET',
        on('/events?types=case.stateChanged&limit=1000'),
      )
      return events
    }
    const toldAtFirst = await changesTold()
    assert.equal(inProgress.enteredStepAt, toldAtFirst.at(-1)?.at)
    assert.deepEqual([...new Set(toldAtFirst.flatMap(({ data }) => Object.keys(data)))], ['partyTo'])
    const { issue } = await done<{ issue: { id: string } }>(drafter, 'POST', on('/issues'), {
      issueType: 'other',
      description: 'Tinnitus',
    })
    await done(drafter, 'PUT', on(`/issues/${issue.id}/decision`), { disposition: 'allowed' })
    const paragraph = {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Granted. ' },
        { type: 'citation', anchor: { page, quote } },
      ],
    }
    const content = { opening: [], issues: [{ issueId: issue.id, content: [paragraph] }], closing: [] }
    const { workProduct } = await done<{ workProduct: { id: string } }>(
      drafter,
      'POST',
      on('/work-products'),
      { content },
    )
    const product = on(`/work-products/${workProduct.id}`)
    await done(world.admin, 'POST', on('/letters'), {
      letter: 'general',
      partyId: 'opponent',
      reason: 'For Opponent alone.',
    })
    const letter = await until(async () => {
      const { documents } = await done<{ documents: { id: string; madeAs?: string }[] }>(
        ...([world.admin, 'GET', on('/documents')] as const),
      )
      return documents.find(({ madeAs }) => madeAs === 'sentLetter')
    })
    await done(drafter, 'POST', `${product}/submit`, { version: 1 })
    const before = await state()
    assert.deepEqual(
      [before.enteredStepAt, await changesTold()],
      [inProgress.enteredStepAt, toldAtFirst],
      'when the draft went to review is not theirs',
    )
    const { partyStatuses } = (await done<{ profile: Profile }>(world.admin, 'GET', '/profile')).profile
    const own = (name: string) => partyStatuses.find((status) => status.name === name)
    assert.deepEqual(
      [before.why, before.next],
      [own('decisionInProgress')?.why, own('decisionInProgress')?.next],
    )
    assert.doesNotMatch(`${before.why} ${before.next}`, /draft|adjudicator|sign|seal/i)
    await toldUpTo()
    await tellsNothing('submitted')
    // Whoever asks at any moment of the way is told nothing of it either.
    const asked: State[] = []
    let isOn = true
    const asking = (async () => {
      while (isOn) asked.push(await state())
    })()
    await done(judge, 'POST', `${product}/sign`, { version: 1 })
    await tellsNothing('signed')
    assert.deepEqual(await state(), before)
    await until(async () => (await judge('GET', on('/decision-package/file'))).status === 200 || undefined)
    await tellsNothing('sealed, and not released')
    assert.deepEqual(await state(), before)
    await toldUpTo()
    // A party is told by any of them that their status has changed, and of nothing else.
    const told = await noticesOfParties()
    assert.deepEqual([...new Set(told.map(({ event }) => event))], ['case.stateChanged'])
    const each = Map.groupBy(told, ({ recipient, channel }) => `${recipient} ${channel}`)
    for (const [who, notices] of each)
      assert.equal(notices.length, 2, `${who}: on the docket, and being decided`)
    const changes = await done<{ cases?: unknown }>(clerk, 'GET', `/changes?after=${start}`)
    assert.ok(!JSON.stringify(changes).includes(represented), 'nor by the list of what has changed')
    await complete('qualityReview', { outcome: 'passed' })
    isOn = false
    await asking
    for (const { status: told, why: sentence, next = '' } of asked)
      assert.deepEqual([sentence, next], [own(told)?.why, own(told)?.next])
    assert.match(await seen(), /"disposition":"allowed".*workProduct\.released/s)
    const { status, why } = await state()
    assert.deepEqual([status, why], ['decided', own('decided')?.why])
    assert.ok((await judge('GET', on('/decision-package'))).text.includes(letter.id))
    assert.ok(
      !(await seen()).includes(letter.id),
      'what was sent to the other side is in no package of theirs',
    )
    assert.match((await judge('GET', on('/issues'))).text, /"by":"dora"/)
    assert.doesNotMatch((await counsel('GET', on('/issues'))).text, /dora/, 'who recorded it')
    await done(judge, 'POST', `${product}/recall`, { why: 'We erred badly.' })
    assert.match((await counsel('GET', on('/decision-package'))).text, /"recalled":/)
    assert.doesNotMatch(await seen(), /erred badly/)
  })

  it('who of the staff acted is told by no answer, and their own acts are told as theirs', async () => {
    const on = `/cases/${represented}`
    const { documents } = await done<{ documents: { id: string; startPage: number }[] }>(
      ...([world.admin, 'GET', `${on}/documents`] as const),
    )
    const [{ id, startPage }] = documents as [{ id: string; startPage: number }]
    await done(world.admin, 'POST', `/appeals/${represented}/documents/${id}/annotations`, {
      page: startPage,
      comment: 'For everybody.',
      visibility: 'case',
    })
    const { paths } = await done<{ paths: Record<string, { get?: unknown }> }>(
      ...([world.admin, 'GET', '/openapi.json'] as const),
    )
    const read = Object.entries(paths)
      .filter(([path, { get }]) => get && /^\/(cases|appeals)\/\{id\}\//.test(path))
      .map(([path]) =>
        path.replace('{id}', represented).replace('{docId}', id).replace('{partyId}', 'claimant'),
      )
      .filter((path) => !path.includes('{') && !/\/(file|original|content)$/.test(path))
    assert.ok(read.length > 30, String(read.length))
    const staff = /\b(tester|dora|judith|clerk)\b/
    const isTold: string[] = []
    for (const path of [...read, `${on}/events?limit=1000`]) {
      // The name printed below a decision is no username.
      const text = (await counsel('GET', path)).text.replace('"name":"judith"}', '')
      assert.doesNotMatch(text, staff, path)
      if (text.includes('another person')) isTold.push(path.replace(/.*\//, ''))
    }
    for (const path of [id, 'events', 'events?limit=1000', 'history', 'decision-package'])
      assert.ok(isTold.includes(path), path)
    assert.match((await world.admin('GET', `${on}/events?limit=1000`)).text, staff)
  })

  it('what is open ends with the right to it: streams before the next batch, URLs at once', async () => {
    const on = `/cases/${represented}`
    const { json } = await world.anonymous('POST', '/auth/token', {
      body: { username: 'counsel', password: world.password },
    })
    const response = await fetch(`${world.baseUrl}${on}/events`, {
      headers: { authorization: `Bearer ${(json as { token: string }).token}`, accept: 'text/event-stream' },
      signal: AbortSignal.timeout(60_000),
    })
    const { access } = await done<ScopedAccess>(counsel, 'POST', `${on}/scoped-access`)
    const bytes = async () => (await fetch(world.baseUrl + new URL(access.files[0]!.url).pathname)).status
    assert.equal(await bytes(), 200)
    const chunks = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const readOn = async (until: RegExp) => {
      for (;;) {
        const { done: isOver, value } = await chunks.read()
        text += value ?? ''
        if (isOver || until.test(text)) return isOver
      }
    }
    await file(represented, 'Seen', ['x'])
    assert.equal(await readOn(/"name":"Seen"/), false)
    const { grants } = await done<{ grants: { id: string; username: string }[] }>(
      world.admin,
      'GET',
      `${on}/access-grants`,
    )
    const grant = grants.find(({ username }) => username === 'counsel')
    await done(world.admin, 'DELETE', `${on}/access-grants/${grant?.id}`)
    await file(represented, 'Unseen', ['y'])
    assert.equal(await readOn(/"name":"Unseen"/), true)
    assert.doesNotMatch(text, /Unseen|access\.withdrawn|tester/)
    assert.equal(await bytes(), 403)
  })

  it('addresses that go out by the feed of all cases leave a trace on the case', async () => {
    const full = await world.member('system', ['integration'])
    assert.match((await full('GET', '/events?types=party.recorded')).text, /opponent@example\.org/)
    await until(async () => {
      const { text } = await world.admin('GET', `/cases/${represented}/access-log`)
      return text.includes('"system"') || undefined
    })
  })

  it('a case above a clearance is not told of by what it shares with one below', async () => {
    const [below, above] = [await open(), await open()]
    for (const caseId of [below, above]) {
      await done(world.admin, 'POST', `/cases/${caseId}/parties/same`, {
        role: 'appellant',
        person: person('Same', '1980-01-01'),
      })
      await done(world.admin, 'POST', `/cases/${caseId}/issues`, {
        issueType: 'other',
        description: 'The same',
      })
    }
    await done(world.admin, 'POST', `/cases/${above}/docket`, { docket: 'directReview' })
    const level = (at: number) =>
      done(world.admin, 'PUT', `/cases/${above}/sensitivity`, { level: at, why: 'A colleague.' })
    const docket = () => clerk('POST', `/cases/${below}/docket`, { body: { docket: 'directReview' } })
    assert.match((await docket()).text, /The same is in active review as /)
    await level(6)
    const taken = await docket()
    assert.equal(taken.status, 200, taken.text)
    assert.doesNotMatch((await clerk('GET', `/cases/${below}/events?limit=1000`)).text, /active review/)
  })
})
