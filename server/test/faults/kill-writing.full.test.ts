import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NewOperation } from '@portico/contract/operations'
import type { Block } from '@portico/contract/rich-text'
import { PorticoClient, PorticoError } from '@portico/sdk'
import { preparedCases } from '../../../sdk/test/prepared-case.ts'
import { verifyDrafts } from '../../app/verify/verify-drafts.ts'
import { readSettings } from '../../config.ts'
import { openParts } from '../../main.ts'
import {
  credentials,
  databaseHasEnded,
  folderWithDatabase,
  type Running,
  servePortico,
  tokenAt,
} from '../process.ts'

describe('kill -9 while a decision is written', () => {
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let running: Running
  let client: PorticoClient
  before(async () => {
    folder = await folderWithDatabase()
    await start()
  })
  after(async () => {
    running.child.kill('SIGKILL')
    await running.ended
    await databaseHasEnded(folder.path)
    await folder.remove()
  })

  const env = () => ({ PORTICO_DATA: folder.path, PORTICO_SYNTH_PAGES: '6' })

  async function start() {
    running = await servePortico(env())
    client = new PorticoClient({ baseUrl: running.url, token: await tokenAt(running.url), retries: 0 })
  }

  /** Types until it is told to stop; what was not answered is sent again under its key. */
  async function type(
    target: { caseId: string; workProductId: string },
    blockId: string,
    until: { stopped: boolean; count: number },
  ): Promise<string[]> {
    const words: string[] = []
    let base = 1
    while (!until.stopped) {
      const word = `w${words.length} `
      const operations: NewOperation[] = [
        {
          type: 'replaceSpan',
          blockId,
          span: { from: 0, to: 0 },
          content: [{ type: 'text', text: word }],
        },
      ]
      const idempotencyKey = randomUUID()
      for (let tries = 0; ; tries += 1) {
        const answer = await client.workProducts
          .changeText(target.caseId, target.workProductId, { base, operations }, { idempotencyKey })
          .catch((error: unknown) => {
            const isRefusal =
              error instanceof PorticoError && error.status !== undefined && error.status < 500
            if (isRefusal || tries > 600) throw error
          })
        if (answer) {
          assert.deepEqual(answer.conflicts, [])
          base = answer.revision
          words.unshift(word)
          until.count += 1
          break
        }
        await sleep(50)
      }
    }
    return words
  }

  it('loses nothing that was acknowledged, and writes nothing twice', async () => {
    const { caseId, workProductId } = await preparedCases(client, credentials.username).own('drafting', true)
    const target = { caseId, workProductId }
    const blocks = ['one', 'two'].map(
      (id): Block => ({ type: 'paragraph', id: `blk_${id}`, content: [{ type: 'text', text: '.' }] }),
    )
    const insert = blocks.map(
      (block): NewOperation => ({ type: 'insertAfter', section: { part: 'opening' }, after: null, block }),
    )
    await client.workProducts.changeText(caseId, workProductId, { base: 0, operations: insert })
    const until = { stopped: false, count: 0 }
    const typing = ['blk_one', 'blk_two'].map((blockId) => type(target, blockId, until))
    // Between statements, and while a version is made of what was typed.
    for (const [count, delayMs] of [
      [15, 3],
      [35, 7],
      [60, 11],
    ] as const) {
      while (until.count < count) await sleep(1)
      const keeping = client.workProducts.keepVersion(caseId, workProductId).catch(() => undefined)
      await sleep(delayMs)
      running.child.kill('SIGKILL')
      await running.ended
      await keeping
      await start()
    }
    while (until.count < 80) await sleep(1)
    until.stopped = true
    const [one = [], two = []] = await Promise.all(typing)
    assert.ok(one.length > 0 && two.length > 0, `${one.length} and ${two.length} changes`)
    const { content } = await client.workProducts.get(caseId, workProductId)
    const wordsOf = (id: string) =>
      content.opening.flatMap((block) =>
        block.id === id && block.type === 'paragraph'
          ? block.content.map((inline) => (inline.type === 'text' ? inline.text : ''))
          : [],
      )
    assert.deepEqual(wordsOf('blk_one'), [`${one.join('')}.`])
    assert.deepEqual(wordsOf('blk_two'), [`${two.join('')}.`])
    const parts = await openParts(readSettings({ ...env(), PORTICO_LOG: 'silent' }))
    try {
      const { drafts, changes, faults } = await verifyDrafts(parts.db)
      assert.deepEqual([drafts, faults], [1, []])
      assert.equal(changes, one.length + two.length + 1)
    } finally {
      await parts.close()
    }
    const before = (await client.workProducts.get(caseId, workProductId)).version
    await client.workProducts.submit(caseId, workProductId, before)
    const submitted = await client.workProducts.get(caseId, workProductId)
    assert.deepEqual([submitted.content, submitted.changed], [content, undefined])
  })
})
