import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IssueList } from '@portico/contract/issues'
import type { NewOperation, OperationsApplied, TextChange } from '@portico/contract/operations'
import type { Block } from '@portico/contract/rich-text'
import type { TaskList } from '@portico/contract/tasks'
import type { WorkProduct, WorkProductContent } from '@portico/contract/work-products'
import { verifyDrafts } from '../../app/verify/verify-drafts.ts'
import { applyOperations, sectionsOf, type Text } from '../../core/decision/operations.ts'
import { type Running, servePortico } from '../process.ts'
import { startWorld, type World } from '../world.ts'

export type Answer = { status: number; text: string; json: unknown }
export type Asked = { body?: unknown; headers?: Record<string, string> }

/** Somebody at one of the processes, or at whatever `base` says. */
export type Person = {
  username: string
  ask(base: string, method: string, path: string, asked?: Asked): Promise<Answer>
}

export const opening = { part: 'opening' } as const

export const paragraph = (id: string, text: string): Block => ({
  type: 'paragraph',
  id: `blk_${id}`,
  content: text === '' ? [] : [{ type: 'text', text }],
})

export const inserted = (
  id: string,
  text: string,
  section: { part: 'opening' | 'issue' | 'closing'; issueId?: string } = opening,
): NewOperation => ({ type: 'insertAfter', section, after: null, block: paragraph(id, text) })

export const typed = (id: string, at: number, text: string, to = at): NewOperation => ({
  type: 'replaceSpan',
  blockId: `blk_${id}`,
  span: { from: at, to },
  content: text === '' ? [] : [{ type: 'text', text }],
})

/** Two processes on one database, with a case that a team drafts: its members write it together. */
export async function openTwoDesks(drafters: readonly string[], issues = 2) {
  const world = await startWorld()
  const { databaseUrl = '', dataFolder } = world.service.settings
  const env = { PORTICO_DATA: dataFolder, DATABASE_URL: databaseUrl, PORTICO_SYNTH_PAGES: '20,26' }
  const second = await servePortico(env)
  return desksOf({ world, env, second }, drafters, issues).catch(async (error) => {
    second.child.kill('SIGKILL')
    await second.ended
    await world.close()
    throw error
  })
}

async function desksOf(
  { world, env, ...started }: { world: World; env: Record<string, string>; second: Running },
  drafters: readonly string[],
  issues: number,
) {
  let { second } = started
  const { caseId } = world
  const people = new Map<string, Person>()

  const joined = async (username: string, roles: string[], teams: string[]) => {
    await world.member(username, roles)
    const found = await world.service.identity.members.find(username)
    if (teams.length > 0) await world.service.identity.members.change(found?.id ?? '', { teams })
    people.set(username, await person(world, username))
  }
  for (const name of drafters) await joined(name, ['drafter'], ['drafters'])
  await joined('judith', ['adjudicator'], [])

  const on = (path: string) => `/cases/${caseId}${path}`
  const done = async <Json>(http: World['admin'], method: string, path: string, body?: unknown) => {
    const reply = await http(method, on(path), body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text.slice(0, 500)}`)
    return reply.json as Json
  }
  const openTask = async (type: string) => {
    const { tasks } = await done<TaskList>(world.admin, 'GET', '/tasks?open=true')
    return tasks.find((task) => task.type === type) ?? assert.fail(`no task ${type} is open`)
  }
  const issuesNow = async () => (await done<IssueList>(world.admin, 'GET', '/issues')).issues
  const personOf = (name: string) => people.get(name) ?? assert.fail(name)

  await done(world.admin, 'POST', '/docket', { docket: 'directReview' })
  const { id: distribution } = await openTask('distribution')
  await done(world.admin, 'POST', `/tasks/${distribution}/complete`, {
    outcome: 'distributed',
    assignee: { person: 'judith' },
  })
  const { id: assignment } = await openTask('assignment')
  const judge: World['admin'] = async (method, path, { body, headers = {} } = {}) => {
    const answer = await personOf('judith').ask(world.baseUrl, method, path, { body, headers })
    return { ...answer, headers: new Headers() }
  }
  await done(judge, 'POST', `/tasks/${assignment}/complete`, {
    outcome: 'assigned',
    assignee: { person: drafters[0] },
  })
  const { id: drafting } = await openTask('drafting')
  const handed = await personOf(drafters[0] as string).ask(
    world.baseUrl,
    'PUT',
    on(`/tasks/${drafting}/assignee`),
    { body: { assignee: { team: 'drafters' }, why: 'They write it together.' } },
  )
  assert.equal(handed.status, 200, handed.text)
  for (const { id } of await issuesNow())
    await done(judge, 'PUT', `/issues/${id}/removal`, { how: 'withdrawn', why: 'Withdrawn in writing.' })
  for (let count = 0; count < issues; count += 1)
    await done(world.admin, 'POST', '/issues', { issueType: 'serviceConnection', scope: `knee ${count}` })
  const issueIds = (await issuesNow()).map(({ id }) => id)
  const { workProduct } = await done<{ workProduct: { id: string } }>(judge, 'POST', '/work-products', {})
  const workProductId = workProduct.id
  const at = (path = '') => on(`/work-products/${workProductId}${path}`)

  const product = async (base = world.baseUrl) => {
    const answer = await personOf('judith').ask(base, 'GET', at())
    assert.equal(answer.status, 200, answer.text.slice(0, 500))
    return (answer.json as { workProduct: WorkProduct }).workProduct
  }

  return {
    world,
    caseId,
    workProductId,
    issueIds,
    on,
    at,
    product,
    openTask,
    done,
    judge,
    person: personOf,
    get bases() {
      return [world.baseUrl, second.url] as const
    },
    get second() {
      return second
    },
    async startSecond() {
      second = await servePortico(env)
    },

    async write(operations: NewOperation[], by = 'judith', base = world.baseUrl) {
      const { revision } = await product(base)
      const body = { base: revision, operations }
      const answer = await personOf(by).ask(base, 'POST', at('/operations'), { body })
      assert.equal(answer.status, 200, answer.text.slice(0, 500))
      assert.deepEqual((answer.json as OperationsApplied).conflicts, [])
      return answer.json as OperationsApplied
    },

    async changes(): Promise<TextChange[]> {
      const found: TextChange[] = []
      for (;;) {
        const path = at(`/operations?after=${found.length}&limit=1000`)
        const answer = await personOf('judith').ask(world.baseUrl, 'GET', path)
        const { changes, revision } = answer.json as { changes: TextChange[]; revision: number }
        found.push(...changes)
        if (found.length >= revision) return found
      }
    },

    /** What holds of a draft whatever was done to it; `first` is its text at revision 0. */
    async assertWhole(first: Text) {
      const drafts = await verifyDrafts(world.service.db, { caseId })
      assert.deepEqual(drafts.faults, [])
      const now = await product()
      const folded = (await this.changes()).reduce<Text>(
        (text, { operations }) => applyOperations(text, operations),
        first,
      )
      assert.deepEqual({ title: now.title, content: now.content }, folded)
      assert.deepEqual(await product(second.url), now)
      const ids = idsIn(now.content)
      assert.equal(new Set(ids).size, ids.length, 'an ID is there twice')
    },

    async close() {
      second.child.kill('SIGTERM')
      await second.ended
      await world.close()
    },
  }
}

export type TwoDesks = Awaited<ReturnType<typeof openTwoDesks>>

async function person(world: World, username: string): Promise<Person> {
  const credentials = { body: { username, password: world.password } }
  const { json } = await world.anonymous('POST', '/auth/token', credentials)
  const { token } = json as { token: string }
  return {
    username,
    async ask(base, method, path, { body, headers = {} } = {}) {
      const response = await fetch(base + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined }
    },
  }
}

export type Sent = { answer: Answer; tries: number }

/** Sends until it is answered, under one key, each time to the next of these. */
export async function sendUntilAnswered(
  person: Person,
  bases: () => readonly string[],
  [method, path, body]: [method: string, path: string, body: unknown],
  first = 0,
): Promise<Sent> {
  const headers = { 'idempotency-key': randomUUID() }
  for (let tries = 0; tries < 600; tries += 1) {
    const now = bases()
    const base = now[(first + tries) % now.length] as string
    const answer = await person.ask(base, method, path, { body, headers }).catch(() => undefined)
    if (answer && answer.status < 500) return { answer, tries }
    await sleep(30)
  }
  return assert.fail(`${method} ${path} was never answered`)
}

export function wordsOf(content: WorkProductContent): string {
  return sectionsOf(content)
    .flatMap(({ blocks }) => blocks)
    .map((block) =>
      block.type === 'paragraph'
        ? block.content.map((run) => (run.type === 'text' ? run.text : '')).join('')
        : JSON.stringify(block),
    )
    .join('\n')
}

const idsIn = (content: WorkProductContent): string[] =>
  sectionsOf(content).flatMap(({ blocks }) => blocks.map(({ id }) => id))

/** How often each of these is in a text. */
export const countsOf = (words: readonly string[], text: string) =>
  new Map(words.map((word) => [word, text.split(word).length - 1]))

/** Numbers by chance that come again with the seed. */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (count: number) => Math.floor(next() * count),
    oneOf: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  }
}
