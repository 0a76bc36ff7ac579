import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewOperation, Operation } from '@portico/contract/operations'
import type { Block } from '@portico/contract/rich-text'
import { openWorkProducts } from '../../server/app/decisions/work-products.ts'
import { openWriting } from '../../server/app/decisions/writing.ts'
import { createExecute } from '../../server/app/engine/execute.ts'
import { defaultProfile } from '../../server/profile/default.ts'
import { allProjections } from '../../server/projections/all.ts'
import { type Database, openDatabase } from '../../server/store/db.ts'
import { startEmbedded } from '../../server/store/embedded.ts'
import { migrate } from '../../server/store/migrate.ts'
import { newDocument, noReactions, noWork, openDesk, requestBy } from '../../server/test/case-desk.ts'
import { type Comparison, elapsedMs, interleaved, median, scaled } from '../measure.ts'

const rounds = 9
/** Odd, so that a round ends with a sentence more or less, and its version is not the one before. */
const changesEach = scaled(801)
const sentence = 'The examiner found that the condition began in service, and the board agrees. '

/** One sentence typed into a draft, beside one bare statement that numbers and stores as much, in short and long texts. */
export async function operations(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await durableDatabase(stack)
  await db.script(`
    create table plain_texts (id int primary key, revision int);
    insert into plain_texts values (1, 0);
    create table plain_changes (revision int primary key, changed_at timestamptz, operations text)`)
  const [few, many, bare] = [await writer(db, 10), await writer(db, 2000), bareStatement(db)]
  const versionsMs: number[] = []
  const ms = await interleaved(rounds, {
    few: async () => {
      const elapsed = await few.change()
      await few.keep()
      return elapsed
    },
    many: async () => {
      const elapsed = await many.change()
      versionsMs.push(await elapsedMs(many.keep))
      return elapsed
    },
    bare,
  })
  const body = JSON.stringify({ base: 12_345, operations: [typed(100, sentence)] })
  return [
    {
      what: 'changes a second in a text of 2,000 blocks',
      unit: '/s',
      ours: changesEach / (ms.many / 1000),
      peer: changesEach / (ms.bare / 1000),
      peerName: 'one bare statement',
      aim: { atLeast: 0.5 },
      promise: 'an operation beside one statement',
    },
    {
      what: 'a change in a text of 2,000 blocks',
      unit: 'ms',
      ours: ms.many / changesEach,
      peer: ms.few / changesEach,
      peerName: 'of 10 blocks',
      aim: { atMost: 1.5 },
      promise: 'an operation costs the same in short and long texts',
    },
    {
      what: 'the version after them',
      unit: 'ms',
      ours: median(versionsMs),
      peer: ms.many,
      peerName: `${changesEach} changes in a text of 2,000 blocks`,
    },
    {
      what: 'a sentence typed, on the wire',
      unit: 'bytes',
      ours: Buffer.byteLength(body),
      peer: 1024,
      peerName: 'the limit',
      aim: { atMost: 1 },
      promise: 'a sentence takes at most 1 kB',
    },
  ]
}

/** As a sandbox has it: every commit is on the disk before it is answered. */
async function durableDatabase(stack: AsyncDisposableStack): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const server = await startEmbedded(folder)
  stack.defer(() => server.stop())
  const db = openDatabase({ url: server.url, size: 2 })
  stack.defer(() => db.close())
  await migrate(db)
  return db
}

async function writer(db: Database, blocks: number) {
  const profileFor = async () => defaultProfile
  const options = { db, projections: allProjections, profileFor, reactions: noReactions, workFor: noWork }
  const execute = createExecute(options)
  const knownProfile = () => ({ number: 0, profile: defaultProfile })
  const writing = openWriting({ db, execute, profileFor, knownProfile })
  const products = openWorkProducts({ db, execute, profileFor, recognition: 'off' })
  const { caseId } = await openDesk(db, execute).open([newDocument(3)])
  const target = { caseId, workProductId: `product-of-${caseId}` }
  const opening = Array.from(
    { length: blocks },
    (_, index): Block => ({
      type: 'paragraph',
      id: `blk_${index}`,
      content: [{ type: 'text', text: sentence.repeat(5) }],
    }),
  )
  await products.draft(requestBy(), target, { content: { opening, issues: [], closing: [] } })
  let base = 0
  const by = { request: requestBy(), mayEditInReview: true }
  return {
    change: () =>
      elapsedMs(async () => {
        for (let index = 0; index < changesEach; index += 1) {
          // A sentence is typed and taken out again, so that the text stays as long as it is.
          const block = (base >> 1) % blocks
          const operation = base % 2 === 0 ? typed(block, sentence) : erased(block)
          const { revision } = await writing.changeText(target, by, { base, operations: [operation] })
          base = revision
        }
      }),
    keep: () => writing.keep(target, by),
  }
}

const typed = (block: number, text: string): NewOperation => ({
  type: 'replaceSpan',
  blockId: `blk_${block}`,
  span: { from: 0, to: 0 },
  content: [{ type: 'text', text }],
})

const erased = (block: number): Operation => ({
  type: 'replaceSpan',
  blockId: `blk_${block}`,
  span: { from: 0, to: sentence.length },
  content: [],
})

/** It numbers the change and stores it: whoever follows a text needs both. */
function bareStatement(db: Database): () => Promise<number> {
  const body = JSON.stringify([typed(100, sentence)])
  return () =>
    elapsedMs(async () => {
      for (let index = 0; index < changesEach; index += 1)
        await db.rows(
          `with numbered as (update plain_texts set revision = revision + 1 where id = 1 returning revision)
           insert into plain_changes select revision, $1, $2 from numbered returning revision`,
          [new Date(), body],
        )
    })
}
