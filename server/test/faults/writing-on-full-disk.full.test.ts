import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { NewOperation, OperationsApplied } from '@portico/contract/operations'
import type { Proposal } from '@portico/contract/proposals'
import type { Task } from '@portico/contract/tasks'
import type { WorkProduct } from '@portico/contract/work-products'
import { PorticoClient } from '@portico/sdk'
import { preparedCases } from '../../../sdk/test/prepared-case.ts'
import { verifyDrafts } from '../../app/verify/verify-drafts.ts'
import { readSettings } from '../../config.ts'
import { openParts } from '../../main.ts'
import { credentials, databaseHasEnded, type Running, servePortico, tokenAt } from '../process.ts'
import { until } from '../until.ts'
import { mountSmallDisk, whyNoMount } from './small-disk.ts'
import { countsOf, inserted, typed, wordsOf } from './two-desks.ts'

describe('a draft on a full disk', { skip: whyNoMount() }, () => {
  let disk: Awaited<ReturnType<typeof mountSmallDisk>>
  let running: Running
  let token: string
  let caseId: string
  let workProductId: string
  const words: string[] = []
  const env = (reserve: number) => ({
    PORTICO_DATA: join(disk.path, 'data'),
    PORTICO_SYNTH_PAGES: '4',
    PORTICO_DISK_RESERVE_MB: String(reserve),
  })

  before(async () => {
    disk = await mountSmallDisk(288)
    running = await servePortico(env(32))
    token = await tokenAt(running.url)
    const client = new PorticoClient({ baseUrl: running.url, token, retries: 0 })
    ;({ caseId, workProductId } = await preparedCases(client, credentials.username).own('drafting', true))
    await accepted('POST', '/operations', { base: 0, operations: [inserted('one', 'One.')] })
  })
  after(async () => {
    running?.child.kill('SIGKILL')
    await running?.ended
    await databaseHasEnded(join(disk.path, 'data'))
    await disk?.unmount()
  })

  const ask = async (method: string, path: string, body?: unknown, key: string = randomUUID()) => {
    const response = await fetch(running.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = text.startsWith('{') ? JSON.parse(text) : undefined
    return { status: response.status, text, json, after: response.headers.get('retry-after') }
  }
  const at = (path = '') => `/cases/${caseId}/work-products/${workProductId}${path}`
  const accepted = async <Json>(method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await ask(method, at(path), body)
    assert.ok(answer.status < 300, answer.text)
    return answer.json as Json
  }
  const product = async () => (await accepted<{ workProduct: WorkProduct }>('GET', '')).workProduct
  const isReady = async () => (await ask('GET', '/readyz')).status === 200
  const type = async (key?: string) => {
    const { revision } = await product()
    const word = `w${words.length}x`
    const body = { base: revision, operations: [typed('one', 0, `${word} `)] satisfies NewOperation[] }
    const answer = await ask('POST', at('/operations'), body, key)
    if (answer.status === 200) {
      assert.deepEqual((answer.json as OperationsApplied).conflicts, [])
      words.push(word)
    }
    return { answer, body }
  }
  const assertNothingIsLost = async () => {
    const { content } = await product()
    assert.deepEqual(
      [...countsOf(words, wordsOf(content))].filter(([, count]) => count !== 1),
      [],
    )
  }

  const acts = async (): Promise<[what: string, path: string, body: unknown][]> => {
    const { revision, version } = await product()
    const operations = [typed('one', 0, 'Refused. ')]
    return [
      ['typing', '/operations', { base: revision, operations }],
      ['proposing', '/proposals', { base: revision, operations }],
      ['commenting', '/comments', { text: 'Is it so?' }],
      ['a version', '/versions', undefined],
      ['submitting', '/submit', { version }],
    ]
  }
  const refused = (answer: Awaited<ReturnType<typeof ask>>, what: string) => {
    assert.equal(answer.status, 507, `${what}: ${answer.text}`)
    assert.match(answer.json.error, /^The disk is full, so .*(reading still works|Try again later)/, what)
  }

  it('refuses each act with a sentence, keeps what was acknowledged, and goes on by itself', async () => {
    for (let count = 0; count < 5; count += 1) assert.equal((await type()).answer.status, 200)
    await disk.fillUpTo(0)
    await until(async () => !(await isReady()), 100)
    const before = await product()
    for (const [what, path, body] of await acts()) refused(await ask('POST', at(path), body), what)
    const key = randomUUID()
    const { answer, body } = await type(key)
    refused(answer, 'typing')
    assert.deepEqual(await product(), before)
    assert.deepEqual((await accepted<{ proposals: Proposal[] }>('GET', '/proposals')).proposals, [])
    await disk.empty()
    await until(isReady, 100)
    // What was refused is sent again as it was.
    const again = await ask('POST', at('/operations'), body, key)
    assert.equal(again.status, 200, again.text)
    words.push(`w${words.length}x`)
    await assertNothingIsLost()
  })

  it('signs nothing on it, and everything once there is space', async () => {
    const { version } = await accepted<{ workProduct: WorkProduct }>('POST', '/versions').then(
      ({ workProduct }) => workProduct,
    )
    await accepted('POST', '/submit', { version })
    await disk.fillUpTo(0)
    await until(async () => !(await isReady()), 100)
    refused(await ask('POST', at('/sign'), { version }), 'signing')
    refused(await ask('POST', at('/return'), { version, reasons: ['clarity'] }), 'returning')
    assert.equal((await product()).status, 'inReview')
    assert.equal((await ask('GET', `/cases/${caseId}/decision-package`)).status, 404)
    await disk.empty()
    await until(isReady, 100)
    await accepted('POST', '/return', { version, reasons: ['clarity'] })
    assert.equal((await product()).status, 'draft')
    await assertNothingIsLost()
  })

  it('without a reserve meets the end in the middle of anything, and nothing is half written', async (t) => {
    running.child.kill('SIGKILL')
    await running.ended
    await databaseHasEnded(join(disk.path, 'data'))
    running = await servePortico(env(0))
    token = await tokenAt(running.url)
    const refusals = new Map<string, number>()
    const isRefused = (what: string, { status, text }: { status: number; text: string }) => {
      assert.ok([200, 201, 403, 409, 422, 503, 507].includes(status), `${what}: ${status} ${text}`)
      if (status === 507) assert.match(text, /The disk is full/)
      if (status >= 500) refusals.set(`${what} ${status}`, (refusals.get(`${what} ${status}`) ?? 0) + 1)
      return status >= 500
    }
    // With long words the log of the database comes to its end sooner.
    const long = 'long '.repeat(4000)
    let count = 0
    for (let round = 0; round < 3; round += 1) {
      await disk.fillUpTo(round)
      let inARow = 0
      for (let tries = 0; tries < 600 && inARow < 8; tries += 1) {
        if (tries % 40 === 39) await disk.fillUpTo(0)
        const found = await ask('GET', at())
        if (found.status !== 200) {
          inARow += isRefused('reading', found) ? 1 : 0
          continue
        }
        const { revision = 0 } = (found.json as { workProduct: WorkProduct }).workProduct
        const word = `f${round}n${count++}x`
        const operations = [inserted(`long${word}`, long), typed('one', 0, `${word} `)]
        const [what, path, body] = (
          [
            ['typing', '/operations', { base: revision, operations }],
            ['proposing', '/proposals', { base: revision, operations: operations.slice(1) }],
            ['a version', '/versions', undefined],
            ['typing', '/operations', { base: revision, operations: operations.slice(1) }],
          ] as const
        )[tries % 4] as [string, string, unknown]
        const answer = await ask('POST', at(path), body)
        if (what === 'typing' && answer.status === 200) words.push(word)
        inARow = isRefused(what, answer) ? inARow + 1 : 0
      }
      await disk.empty()
      await until(isReady, 100)
      await until(async () => (await ask('POST', at('/versions'))).status === 200, 100)
      await assertNothingIsLost()
      const { content, revision = 0 } = await product()
      const tidy = content.opening
        .filter(({ id }) => id.startsWith('blk_long'))
        .map(({ id }): NewOperation => ({ type: 'remove', blockId: id }))
      await accepted('POST', '/operations', { base: revision, operations: tidy })
    }
    t.diagnostic([...refusals].map(([what, times]) => `${what}: ${times}`).join('; '))
    assert.ok(
      [...refusals.keys()].some((what) => what.startsWith('typing')),
      [...refusals].join(),
    )
    const { tasks } = (await ask('GET', `/cases/${caseId}/tasks?open=true`)).json as { tasks: Task[] }
    assert.ok(tasks.length > 0)
    const parts = await openParts(readSettings({ ...env(0), PORTICO_LOG: 'silent' }))
    try {
      assert.deepEqual((await verifyDrafts(parts.db)).faults, [])
    } finally {
      await parts.close()
    }
  })
})
