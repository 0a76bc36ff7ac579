import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PorticoEvent } from '@portico/contract/events'
import type { OpenedCase } from '@portico/contract/intake'
import type { IssueList } from '@portico/contract/issues'
import type { Task, TaskList } from '@portico/contract/tasks'
import { type Running, servePortico } from '../process.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { testPdf } from '../test-pdf.ts'
import { type Http, startWorld, type World } from '../world.ts'

const rounds = 3
const deciding = ['issue.decided', 'issue.undecided', 'workProduct.returned', 'workProduct.signed']
const governing = ['review', 'drafting']

type Answer = { status: number; text: string }

describe('who decides a case, while two processes are asked at once', () => {
  let world: World
  let second: Running
  const tokens = new Map<string, string>()
  const clients = new Map<string, Http>()
  before(async () => {
    world = await startWorld()
    const { databaseUrl = '', dataFolder } = world.service.settings
    const env = { PORTICO_DATA: dataFolder, DATABASE_URL: databaseUrl }
    second = await servePortico(env)
    for (const [name, role] of Object.entries({
      judith: 'adjudicator',
      jules: 'adjudicator',
      dora: 'drafter',
      dan: 'drafter',
    })) {
      clients.set(name, await world.member(name, [role]))
      tokens.set(name, await tokenOf(name))
    }
    tokens.set('chief', await tokenOf(world.username))
  })
  after(async () => {
    second.child.kill('SIGTERM')
    await second.ended
    await world.close()
  })

  const tokenOf = async (username: string) => {
    const body = { username, password: world.password }
    return ((await world.anonymous('POST', '/auth/token', { body })).json as { token: string }).token
  }
  /** The second of them may be killed while it is asked: then it is not known what became of it. */
  async function ask(which: number, name: string, method: string, path: string, body?: unknown) {
    const headers = { authorization: `Bearer ${tokens.get(name)}`, 'content-type': 'application/json' }
    const base = which % 2 === 0 ? world.baseUrl : second.url
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    try {
      const response = await fetch(base + path, sent)
      return { status: response.status, text: await response.text() } satisfies Answer
    } catch (error) {
      if (which % 2 === 0) throw error
      return { status: 0, text: '' }
    }
  }
  const done = async <Json>(method: string, path: string, body?: unknown): Promise<Json> => {
    const reply = await world.admin(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.json as Json
  }

  async function inReview(lastName: string) {
    const person = { firstName: 'Ada', lastName }
    const opening = { veteran: person, receiptDate: '2026-03-02' }
    const { id: caseId } = (await done<OpenedCase>('POST', '/cases', opening)).case
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'Examination', receiptDate: '2026-05-04' }))
    const pdf = new Uint8Array(await testPdf(['One.', `Two, of ${lastName}.`]))
    form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'x.pdf')
    await done('POST', `/cases/${caseId}/documents`, form)
    const ada = { role: 'appellant', person, contact: { emails: ['ada@example.org'] } }
    await done('POST', `/cases/${caseId}/parties/ada`, ada)
    const member = async (name: string) => clients.get(name) as Http
    const { workProductId } = await submitSmallDraft({ ...world, member }, caseId)
    const { issues } = await done<IssueList>('GET', `/cases/${caseId}/issues`)
    const { tasks } = await done<TaskList>('GET', `/cases/${caseId}/tasks?open=true`)
    const review = tasks.find(({ type }) => type === 'review') as Task
    return { caseId, workProductId, issueId: issues[0]?.id as string, review }
  }

  type Round = Awaited<ReturnType<typeof inReview>>
  const give = (which: number, { caseId, review }: Round, person: string) =>
    ask(which, 'chief', 'PUT', `/cases/${caseId}/tasks/${review.id}/assignee`, {
      assignee: { person },
      why: 'For the load.',
    })
  const decide = (which: number, { caseId, issueId }: Round, name: string, disposition: string) =>
    ask(which, name, 'PUT', `/cases/${caseId}/issues/${issueId}/decision`, { disposition })
  const sign = (which: number, { caseId, workProductId }: Round, name: string) =>
    ask(which, name, 'POST', `/cases/${caseId}/work-products/${workProductId}/sign`, { version: 1 })
  const giveBack = (which: number, { caseId, workProductId }: Round, name: string) =>
    ask(which, name, 'POST', `/cases/${caseId}/work-products/${workProductId}/return`, {
      version: 1,
      reasons: [{ category: 'other', text: 'Once more.' }],
    })

  /** Each deciding event was written by somebody who held the case at that very place of its log. */
  async function audit({ caseId }: Round) {
    const { events } = await done<{ events: PorticoEvent[] }>('GET', `/cases/${caseId}/events?limit=1000`)
    const holders = new Map<string, string | undefined>()
    const decided: string[] = []
    for (const event of events) {
      if (event.type === 'task.opened' || event.type === 'task.assigned') {
        const { taskId, type, assignee } = event.data
        if (governing.includes(type))
          holders.set(taskId, assignee?.kind === 'person' ? assignee.name : undefined)
      }
      if (event.type === 'task.completed' || event.type === 'task.cancelled')
        holders.delete(event.data.taskId)
      if (!deciding.includes(event.type) || event.actor.kind !== 'person') continue
      assert.ok(
        [...holders.values()].includes(event.actor.name),
        `${event.type} by ${event.actor.name} at ${event.sequence}: ${[...holders.values()]}`,
      )
      decided.push(`${event.type} ${event.actor.name}`)
    }
    return decided
  }
  const signedOnce = (decided: string[]) =>
    decided.filter((one) => one.startsWith('workProduct.signed')).length

  it('a signature and a decision are those of who held the review when they were written', async () => {
    const won = new Map<string, number>()
    for (let round = 0; round < rounds; round++) {
      const one = await inReview(`Signed ${round}`)
      const answers = await Promise.all([
        decide(round, one, 'judith', 'denied'),
        give(round + 1, one, 'jules'),
        sign(round, one, 'judith'),
        sign(round + 1, one, 'jules'),
        decide(round + 1, one, 'jules', 'allowed'),
        decide(round, one, 'dan', 'denied'),
      ])
      for (const { status, text } of answers) assert.ok(status < 500, text)
      const decided = await audit(one)
      assert.ok(!decided.some((what) => what.endsWith(' dan')), 'who holds nothing never decides')
      const signed = answers.slice(2, 4).filter(({ status }) => status < 300)
      assert.equal(signedOnce(decided), signed.length)
      assert.ok(signed.length <= 1, 'one signature')
      for (const what of decided) won.set(what, (won.get(what) ?? 0) + 1)
    }
    assert.ok(won.size > 1, [...won].join())
  })

  it('returned at one and signed at the other is one of both', async () => {
    for (let round = 0; round < rounds; round++) {
      const one = await inReview(`Returned ${round}`)
      const [returned, signed] = await Promise.all([
        giveBack(round, one, 'judith'),
        sign(round + 1, one, 'judith'),
      ])
      const statuses = [returned, signed].map(({ status }) => status)
      assert.equal(statuses.filter((status) => status < 300).length, 1, `${returned.text} ${signed.text}`)
      await audit(one)
    }
  })

  it('holds also where one of them is killed in the middle of it', async () => {
    for (let round = 0; round < rounds; round++) {
      const one = await inReview(`Killed ${round}`)
      const asked = [
        sign(1, one, 'judith'),
        give(0, one, 'jules'),
        decide(1, one, 'jules', 'denied'),
        sign(0, one, 'jules'),
        decide(0, one, 'judith', 'allowed'),
      ]
      await asked[round % asked.length]
      second.child.kill('SIGKILL')
      await second.ended
      const answers = await Promise.all(asked)
      for (const { status, text } of answers) assert.ok(status < 500, text)
      const { databaseUrl = '', dataFolder } = world.service.settings
      second = await servePortico({ PORTICO_DATA: dataFolder, DATABASE_URL: databaseUrl })
      const acknowledged = [answers[0], answers[3]].filter(
        (one) => one && one.status >= 200 && one.status < 300,
      )
      const signed = signedOnce(await audit(one))
      assert.ok(signed >= acknowledged.length && signed <= 1, `${signed} of ${acknowledged.length}`)
    }
  })
})
