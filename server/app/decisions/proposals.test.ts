import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { NewOperation } from '@portico/contract/operations'
import type { Block } from '@portico/contract/rich-text'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { defaultProfile } from '../../profile/default.ts'
import { allProjections } from '../../projections/all.ts'
import type { Projection } from '../../projections/projection.ts'
import { readCaseEvents } from '../../store/events/read.ts'
import { newDocument, noReactions, noWork, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, bob } from '../../test/given.ts'
import { createExecute } from '../engine/execute.ts'
import { rebuild } from '../engine/rebuild.ts'
import { openProposals } from './proposals.ts'
import { openWorkProducts } from './work-products.ts'
import { openWriting } from './writing.ts'

const paragraph = (id: string, text: string): Block => ({
  type: 'paragraph',
  id: `blk_${id}`,
  content: text === '' ? [] : [{ type: 'text', text }],
})
const span = (id: string, from: number, to: number, text: string): NewOperation => ({
  type: 'replaceSpan',
  blockId: `blk_${id}`,
  span: { from, to },
  content: text === '' ? [] : [{ type: 'text', text }],
})

describe('proposals as they are kept', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  /** As a process of the service would have it: with a memory of its own. */
  function aProcess(projections: readonly Projection[] = allProjections) {
    const profileFor = async () => defaultProfile
    const knownProfile = () => ({ number: 0, profile: defaultProfile })
    const execute = createExecute({ db, projections, profileFor, reactions: noReactions, workFor: noWork })
    const writing = openWriting({ db, execute, profileFor, knownProfile })
    const proposals = openProposals({ db, execute })
    return {
      execute,
      writing,
      proposals,
      ...openWorkProducts({ db, execute, profileFor, recognition: 'off' }),
    }
  }
  const by = (actor = alice) => ({ request: requestBy(actor), mayEditInReview: true })

  let made = 0
  async function draftedCase(blocks: Block[]) {
    const desk = aProcess()
    const { caseId } = await openDesk(db, desk.execute).open([newDocument(3)])
    const target = { caseId, workProductId: `product-of-${caseId}` }
    await desk.draft(requestBy(), target, { content: { opening: blocks, issues: [], closing: [] } })
    const propose = async (operations: NewOperation[], base = 0, reason?: string) => {
      made += 1
      const proposalId = `proposal-${made}`
      const asked = { base, operations, ...(reason === undefined ? {} : { reason }) }
      await desk.proposals.propose({ ...target, proposalId }, requestBy(bob), asked)
      return proposalId
    }
    const read = () => aProcess().find(target, { call: requestBy(), allowed: [] })
    return { desk, target, propose, read }
  }

  it('are accepted with their words or not at all, wherever it fails', async () => {
    const { desk, target, propose, read } = await draftedCase([paragraph('a', 'One two.')])
    const ids = [await propose([span('a', 0, 3, 'Uno')]), await propose([span('a', 4, 7, 'due')])]
    const whole = async () => {
      const { revision, content, version } = await read()
      const changes = await db.rows(`select * from draft_changes where case_id = $1 order by revision`, [
        target.caseId,
      ])
      const events = await readCaseEvents(db, target.caseId, { limit: 1000 })
      const { proposals } = await aProcess().proposals.list(target)
      return { revision, content, version, changes, events, proposals }
    }
    const before = await whole()
    // The tables are written behind the text, in the same transaction: what fails there takes the text back.
    const failing: Projection = {
      name: 'failing',
      tables: [],
      types: ['workProduct.proposalAccepted'],
      statement: `select 1 / (select count(*) from jsonb_array_elements($1::jsonb) where false)`,
    }
    const broken = aProcess([...allProjections, failing])
    await assert.rejects(broken.proposals.accept(target, by(), ids), /division by zero/)
    assert.deepEqual(await whole(), before)
    await desk.proposals.accept(target, by(), ids)
    const after = await whole()
    assert.deepEqual(after.content.opening, [paragraph('a', 'Uno due.')])
    assert.deepEqual(
      after.proposals.map(({ status, answered }) => [status, answered?.revision]),
      [
        ['accepted', 1],
        ['accepted', 2],
      ],
    )
  })

  it('are accepted once by several processes at once, while others write', async () => {
    const { target, propose, read } = await draftedCase([paragraph('a', '.'), paragraph('b', '.')])
    const ids: string[] = []
    for (let index = 0; index < 8; index += 1)
      ids.push(
        await propose([
          {
            type: 'insertAfter',
            section: { part: 'opening' },
            after: 'blk_a',
            block: paragraph(`n${index}`, `${index}`),
          },
        ]),
      )
    const write = async () => {
      const { writing } = aProcess()
      let base = 0
      for (let step = 0; step < 20; step += 1) {
        const answer = await writing.changeText(target, by(), { base, operations: [span('b', 0, 0, 'x')] })
        assert.deepEqual(answer.conflicts, [])
        base = answer.revision
      }
    }
    const accept = async (some: string[]) => {
      const answer = await aProcess().proposals.accept(target, by(), some)
      assert.deepEqual([answer.accepted, answer.open], [some, []])
    }
    await Promise.all([write(), accept(ids), accept(ids.toReversed()), accept(ids.slice(2, 5))])
    const { content, revision } = await read()
    assert.equal(revision, 28)
    assert.equal(content.opening.length, 10)
    assert.deepEqual(content.opening.at(-1), paragraph('b', `${'x'.repeat(20)}.`))
  })

  it('outlive versions, hold any character, stay when tables are rebuilt, and go with a purged case', async () => {
    const odd = 'NUL \u0000, lone \ud800, <script>, \u202e, Ọ̀ṣun'
    const { desk, target, propose, read } = await draftedCase([paragraph('a', 'One two.')])
    const id = await propose([span('a', 4, 7, odd)], 0, odd)
    await desk.writing.changeText(target, by(), { base: 0, operations: [span('a', 0, 3, 'Uno')] })
    await desk.writing.keep(target, by())
    const before = await desk.proposals.list(target)
    assert.deepEqual([before.proposals[0]?.state, before.proposals[0]?.reason], ['changed', odd])
    await rebuild(db, allProjections)
    assert.equal(canonicalJson(await aProcess().proposals.list(target)), canonicalJson(before))
    await desk.proposals.accept(target, by(), [id])
    assert.deepEqual((await read()).content.opening, [paragraph('a', `Uno ${odd}.`)])
    await db.rows(`select erase_case($1, 1000, now())`, [target.caseId])
    for (const table of [
      'work_product_texts',
      'draft_changes',
      'draft_heads',
      'projections.work_product_proposals',
    ])
      assert.deepEqual(await db.rows(`select from ${table} where case_id = $1`, [target.caseId]), [], table)
  })

  it('are no more than a draft can hold, and none is larger than a text may be', async () => {
    const { desk, target } = await draftedCase([paragraph('a', 'A.')])
    const large = 'x'.repeat(49_000)
    const many = Array.from(
      { length: 30 },
      (_, index): NewOperation => ({
        type: 'insertAfter',
        section: { part: 'opening' },
        after: null,
        block: paragraph(`n${index}`, large),
      }),
    )
    await assert.rejects(
      desk.proposals.propose({ ...target, proposalId: 'proposal-large' }, requestBy(bob), {
        base: 0,
        operations: many,
      }),
      /at most 1 MiB/,
    )
    assert.deepEqual((await desk.proposals.list(target)).proposals, [])
  })
})
