import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { NewOperation } from '@portico/contract/operations'
import type { Block } from '@portico/contract/rich-text'
import { issues } from '../../core/issue/issue.ts'
import { msLater } from '../../core/time/moments.ts'
import { defaultProfile } from '../../profile/default.ts'
import { allProjections } from '../../projections/all.ts'
import { listDueDrafts } from '../../store/draft-changes.ts'
import { readCaseEvents } from '../../store/events/read.ts'
import { newDocument, noReactions, noWork, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, bob, noon } from '../../test/given.ts'
import { sized } from '../../test/size.ts'
import { createExecute, type Request } from '../engine/execute.ts'
import { rebuild } from '../engine/rebuild.ts'
import { verifyDrafts } from '../verify/verify-drafts.ts'
import { refuseTooLarge } from './text-limits.ts'
import { openWorkProducts } from './work-products.ts'
import { openWriting } from './writing.ts'

const paragraph = (id: string, text: string): Block => ({
  type: 'paragraph',
  id: `blk_${id}`,
  content: text === '' ? [] : [{ type: 'text', text }],
})
const typed = (id: string, at: number, text: string): NewOperation => ({
  type: 'replaceSpan',
  blockId: `blk_${id}`,
  span: { from: at, to: at },
  content: [{ type: 'text', text }],
})
const insert = (block: Block, after: string | null = null): NewOperation => ({
  type: 'insertAfter',
  section: { part: 'opening' },
  after,
  block,
})

const replaced = (block: Block): NewOperation => ({ type: 'replace', blockId: block.id, block })

describe('drafts as they are written', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(async () => {
    const { drafts, faults } = await verifyDrafts(db)
    assert.deepEqual(faults, [])
    assert.ok(drafts >= 6, `${drafts} drafts`)
    await db.close()
  })

  /** As a process of the service would have it: with a memory of its own. */
  function aProcess() {
    const profileFor = async () => defaultProfile
    const knownProfile = () => ({ number: 0, profile: defaultProfile })
    const options = { db, projections: allProjections, profileFor, reactions: noReactions, workFor: noWork }
    const execute = createExecute(options)
    const writing = openWriting({ db, execute, profileFor, knownProfile })
    return { execute, writing, ...openWorkProducts({ db, execute, profileFor, recognition: 'off' }) }
  }
  const by = (actor = alice, at = noon) => ({ request: requestBy(actor, at), mayEditInReview: true })

  async function draftedCase(blocks: Block[] = []) {
    const desk = aProcess()
    const { caseId } = await openDesk(db, desk.execute).open([newDocument(3)])
    const target = { caseId, workProductId: `product-of-${caseId}` }
    await desk.draft(requestBy(), target, { content: { opening: blocks, issues: [], closing: [] } })
    const read = async (of = desk) => of.find(target, { call: requestBy(), allowed: [] })
    return { desk, target, read }
  }
  const dueOf = async ({ caseId }: { caseId: string }) => {
    const later = msLater(noon, 60 * 60_000)
    const due = await listDueDrafts(db, { pausedSince: later, begunBefore: later })
    return due.filter((draft) => draft.caseId === caseId)
  }
  const eventsOf = async (caseId: string) =>
    (await readCaseEvents(db, caseId, { types: ['workProduct.saved'], limit: 100_000 })).length

  it('take what several processes write at once, and lose none of it', async () => {
    const authors = ['one', 'two', 'three', 'four']
    const { desk, target, read } = await draftedCase(authors.map((id) => paragraph(id, '.')))
    const write = async (id: string, index: number) => {
      const { writing, execute } = index === 0 ? desk : aProcess()
      let base = 0
      for (let step = 0; step < 30; step += 1) {
        const made = await writing.changeText(target, by(index % 2 ? bob : alice), {
          base,
          operations: [typed(id, 0, `${step} `)],
        })
        assert.deepEqual(made.conflicts, [])
        base = made.revision
        const issue = { issueId: `issue-${id}-${step}-${target.caseId}`, issueType: 'serviceConnection' }
        if (step % 10 === 0)
          await execute(
            issues,
            requestBy(),
            { type: 'addIssue', caseId: target.caseId, ...issue },
            () => null,
          )
        if (step === 15 && index === 1) await writing.keep(target, by(bob))
      }
    }
    await Promise.all(authors.map(write))
    const { content, revision } = await read(aProcess())
    assert.equal(revision, 120)
    const whole = `${Array.from({ length: 30 }, (_, step) => `${29 - step} `).join('')}.`
    assert.deepEqual(
      content.opening,
      authors.map((id) => paragraph(id, whole)),
    )
  })

  it('become few versions in a day of typing, each by whoever wrote', async () => {
    const { desk, target, read } = await draftedCase([paragraph('a', '')])
    const keystrokes = sized(10_000)
    let [at, base, swept] = [noon, 0, noon.getTime()]
    for (let key = 0; key < keystrokes; key += 1) {
      // A pause of two minutes behind every hundred keys, or seconds.
      at = msLater(at, key % 100 === 99 ? 120_000 : 2000)
      while (swept + 60_000 <= at.getTime()) {
        swept += 60_000
        await desk.writing.keepDue(new Date(swept))
      }
      const answer = await desk.writing.changeText(target, by(bob, at), {
        base,
        operations: [typed('a', key, 'x')],
      })
      base = answer.revision
    }
    await desk.writing.keepDue(msLater(at, 60 * 60_000))
    const versions = await eventsOf(target.caseId)
    assert.ok(versions >= 1 && versions <= Math.max(4, (40 * keystrokes) / 10_000), `${versions} versions`)
    const { content, changed } = await read()
    assert.deepEqual([content.opening, changed], [[paragraph('a', 'x'.repeat(keystrokes))], undefined])
    const [latest] = await desk.versions(target, { limit: 1 })
    assert.equal(latest?.saved.by.name, 'bob')
    await desk.writing.keepDue(msLater(at, 2 * 60 * 60_000))
    assert.equal(await eventsOf(target.caseId), versions)
  })

  it('are no version where what was typed was taken out again', async () => {
    const { desk, target, read } = await draftedCase([paragraph('a', 'Same.')])
    const { revision } = await desk.writing.changeText(target, by(), {
      base: 0,
      operations: [typed('a', 0, 'x')],
    })
    const out: NewOperation = { type: 'replaceSpan', blockId: 'blk_a', span: { from: 0, to: 1 }, content: [] }
    await desk.writing.changeText(target, by(), { base: revision, operations: [out] })
    await desk.writing.keepDue(msLater(noon, 60 * 60_000))
    assert.equal(await eventsOf(target.caseId), 0)
    await desk.writing.changeText(target, by(), { base: revision + 1, operations: [typed('a', 0, 'y')] })
    assert.deepEqual((await read(aProcess())).content.opening, [paragraph('a', 'ySame.')])
  })

  it('rebase what was written for an hour elsewhere, over versions', async () => {
    const { desk, target, read } = await draftedCase([paragraph('a', 'A.'), paragraph('b', 'B.')])
    const { revision: away } = await desk.writing.changeText(target, by(), {
      base: 0,
      operations: [typed('a', 0, '1')],
    })
    for (let step = 0; step < 150; step += 1) {
      const { revision } = await read()
      await desk.writing.changeText(target, by(bob), { base: revision, operations: [typed('b', 0, '.')] })
      if (step % 50 === 0) await desk.writing.keep(target, by(bob))
    }
    const back = await aProcess().writing.changeText(target, by(), {
      base: away,
      operations: [typed('a', 0, '2'), typed('b', 0, 'mine')],
    })
    assert.deepEqual(back.applied, [0])
    assert.deepEqual(back.conflicts[0]?.base, paragraph('b', 'B.'))
    const { content } = await read()
    assert.deepEqual(content.opening, [paragraph('a', '21A.'), paragraph('b', `${'.'.repeat(150)}B.`)])
  })

  it('take back what was typed where a text is saved as a whole without it', async () => {
    const { desk, target, read } = await draftedCase([paragraph('a', 'A.')])
    await desk.writing.changeText(target, by(), { base: 0, operations: [typed('a', 0, 'Typed. ')] })
    const whole = { content: { opening: [paragraph('a', 'A.')], issues: [], closing: [] } }
    const saved = { baseVersion: 1, base: 1, ...whole, mayEditInReview: true }
    await desk.save(requestBy(), target, saved)
    const { content, revision, version } = await read(aProcess())
    assert.deepEqual([content, revision, version], [whole.content, 2, 1])
    assert.deepEqual(await dueOf(target), [])
  })

  it('wait for no version once a text that says the same was saved as a whole', async () => {
    const { desk, target, read } = await draftedCase([paragraph('a', 'A.')])
    await desk.writing.changeText(target, by(), { base: 0, operations: [typed('a', 0, 'x')] })
    const content = { opening: [paragraph('a', 'xA.')], issues: [], closing: [] }
    await desk.save(requestBy(), target, { baseVersion: 1, base: 1, content, mayEditInReview: true })
    const { version, changed } = await read()
    assert.deepEqual([version, changed], [2, undefined])
    assert.deepEqual(await dueOf(target), [])
  })

  it('become a version with the thousandth change, and the answer says which', async () => {
    const { desk, target, read } = await draftedCase([paragraph('a', '')])
    for (let base = 0; base < 1000; base += 1) {
      const change = { base, operations: [typed('a', base, 'x')] }
      const { version } = await desk.writing.changeText(target, by(), change)
      assert.equal(version, base === 999 ? 2 : 1)
    }
    assert.deepEqual((await read()).content.opening, [paragraph('a', 'x'.repeat(1000))])
  })

  it('are not tried again with each change behind a thousand that came to nothing', async () => {
    const { desk, target } = await draftedCase([paragraph('a', '')])
    const span = { from: 0, to: 1 }
    const erased: NewOperation = { type: 'replaceSpan', blockId: 'blk_a', span, content: [] }
    for (let base = 0; base <= 1000; base += 1) {
      const operations = [base % 2 === 0 ? typed('a', 0, 'x') : erased]
      const { version } = await desk.writing.changeText(target, by(), { base, operations })
      assert.equal(version, 1)
    }
    assert.equal((await desk.writing.keep(target, by())).workProduct.version, 2)
  })

  it('become a version at a thousand also where each comes under the lock', async () => {
    const { desk, target } = await draftedCase([paragraph('a', '')])
    for (let base = 0; base < 999; base += 1)
      await desk.writing.changeText(target, by(), { base, operations: [typed('a', base, 'x')] })
    const also = async () => null
    const locked = { ...by(), request: { ...requestBy(), also } }
    const last = { base: 999, operations: [typed('a', 999, 'x')] }
    assert.equal((await aProcess().writing.changeText(target, locked, last)).version, 2)
  })

  it('are listed in parts where they are long, one at least', async () => {
    const { desk, target } = await draftedCase([paragraph('a', '')])
    const long = Array.from({ length: 40 }, (_, index) => paragraph(`n${index}`, 'w '.repeat(24_000)))
    for (let base = 0; base < 12; base += 1) {
      const written = base === 0 ? long.map((block) => insert(block)) : long.map(replaced)
      await desk.writing.changeText(target, by(), { base, operations: written })
    }
    const listed = async (after: number) =>
      (await desk.writing.changes(target, { after, limit: 1000 })).changes
    const first = (await listed(0)).map(({ revision }) => revision)
    assert.ok(first.length > 1 && first.length < 12, `${first.length} at once`)
    const rest = (await listed(first.length)).map(({ revision }) => revision)
    assert.deepEqual(
      [...first, ...rest].slice(0, 12),
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
  })

  it('go on where one was discarded before they became a version', async () => {
    const { desk, target } = await draftedCase([paragraph('a', 'A.')])
    await desk.writing.changeText(target, by(), { base: 0, operations: [typed('a', 0, 'Typed. ')] })
    // As a case does that is closed.
    await desk.change(requestBy(), { ...target, type: 'discard', why: 'The case was closed.' })
    const next = { ...target, workProductId: `next-of-${target.caseId}` }
    await desk.draft(requestBy(), next, { from: target.workProductId })
    const { content } = await desk.find(next, { call: requestBy(), allowed: [] })
    assert.deepEqual(content.opening, [paragraph('a', 'Typed. A.')])
  })

  it('are not changed for whoever has seen another version of the case', async () => {
    const { desk, target, read } = await draftedCase([paragraph('a', 'A.')])
    const at = (expectedVersion: number) => ({ ...by(), request: { ...requestBy(), expectedVersion } })
    const change = { base: 0, operations: [typed('a', 0, 'x')] }
    await assert.rejects(desk.writing.changeText(target, at(1), change), /The case is at version 3, not 1/)
    assert.equal((await read()).revision, 0)
    assert.equal((await desk.writing.changeText(target, at(3), change)).revision, 1)
  })

  it('become versions also behind one that cannot', async () => {
    const [broken, whole] = [
      await draftedCase([paragraph('a', 'A.')]),
      await draftedCase([paragraph('a', 'A.')]),
    ]
    for (const [index, { desk, target }] of [broken, whole].entries())
      await desk.writing.changeText(target, by(alice, msLater(noon, index)), {
        base: 0,
        operations: [typed('a', 0, 'x')],
      })
    const { caseId } = broken.target
    await db.rows(`update draft_changes set operations = '?' || operations where case_id = $1`, [caseId])
    await assert.rejects(aProcess().writing.keepDue(msLater(noon, 60 * 60_000)), SyntaxError)
    assert.equal((await whole.read()).version, 2)
    await db.rows(`update draft_changes set operations = substr(operations, 2) where case_id = $1`, [caseId])
    await aProcess().writing.keepDue(msLater(noon, 60 * 60_000))
    assert.equal((await broken.read(aProcess())).version, 2)
  })

  it('become smaller where they are too large', () => {
    const of = (words: string) => ({
      title: 'Decision',
      content: { opening: [paragraph('a', words)], issues: [], closing: [] },
    })
    const [large, larger] = [of('x'.repeat(5 * 1024 ** 2)), of('x'.repeat(6 * 1024 ** 2))]
    const made = (text: typeof large) => ({ text, operations: [] })
    assert.throws(() => refuseTooLarge(large, made(larger), 0), /at most 4 MiB/)
    assert.throws(() => refuseTooLarge(large, made(large), 0), /at most 4 MiB/)
    refuseTooLarge(larger, made(large), 0)
  })

  it('stay as they are when the tables are rebuilt, and go with a purged case', async () => {
    const { desk, target, read } = await draftedCase([paragraph('a', 'A.')])
    await desk.writing.changeText(target, by(), { base: 0, operations: [typed('a', 0, 'Kept. ')] })
    const before = await read()
    await rebuild(db, allProjections)
    assert.deepEqual((await read(aProcess())).content, before.content)
    await db.rows(`select erase_case($1, 1000, now())`, [target.caseId])
    assert.deepEqual(await db.rows(`select from draft_changes where case_id = $1`, [target.caseId]), [])
    assert.deepEqual(await db.rows(`select from draft_heads where case_id = $1`, [target.caseId]), [])
  })

  it('hold any character, and hundreds of sections and thousands of blocks', async () => {
    const { desk, target, read } = await draftedCase()
    const odd = 'NUL \u0000, lone \ud800, <script>, {{ fields }}, \u202e, Ọ̀ṣun'
    const many = Array.from({ length: 1000 }, (_, index) =>
      insert(paragraph(`n${index}`, `${index}. ${odd}`)),
    )
    await desk.writing.changeText(target, by(), { base: 0, operations: many })
    const { revision } = await desk.writing.changeText(target, by(), {
      base: 1,
      operations: Array.from({ length: 1000 }, (_, index) => insert(paragraph(`m${index}`, 'More.'))),
    })
    await assert.rejects(
      desk.writing.changeText(target, by(), { base: revision, operations: [insert(paragraph('last', ''))] }),
      /at most 2000 blocks/,
    )
    const reader = aProcess()
    const { content } = await read(reader)
    assert.equal(content.opening.length, 2000)
    assert.deepEqual(content.opening.at(-1), paragraph('n0', `0. ${odd}`))
    await reader.writing.keep(target, by())
    assert.deepEqual((await read()).content, content)
  })

  it('are verified: a change that is missing or was altered is named', async () => {
    const { desk, target } = await draftedCase([paragraph('a', 'A.'), paragraph('b', 'B.')])
    for (let base = 0; base < 4; base += 1) {
      await desk.writing.changeText(target, by(), { base, operations: [typed('a', 0, `${base} `)] })
      if (base === 1) await desk.writing.keep(target, by())
    }
    const faults = async () => (await verifyDrafts(db, target)).faults.map(({ what }) => what)
    assert.deepEqual(await faults(), [])
    const cases: [string, string][] = [
      [`delete from draft_changes where revision = 2`, 'the change to revision 2 is missing'],
      [`delete from draft_changes where revision = 4`, 'the change to revision 4 is missing'],
      [
        `update draft_changes set operations = replace(operations, '0 ', '9 ') where revision = 1`,
        'version 2 is not what was typed after version 1',
      ],
      [
        `update draft_changes set operations = replace(operations, 'blk_a', 'blk_z') where revision = 3`,
        'There is no block blk_z in the text.',
      ],
      [
        `update draft_changes set version = 7 where revision = 4`,
        'a change was made on version 7, which is not there',
      ],
    ]
    for (const [statement, sentence] of cases) {
      await db.rows(`create table kept_changes as select * from draft_changes`)
      await db.rows(`${statement} and case_id = $1`, [target.caseId])
      assert.deepEqual(await faults(), [sentence])
      await db.script(`delete from draft_changes; insert into draft_changes select * from kept_changes;
        drop table kept_changes`)
    }
    assert.deepEqual(await faults(), [])
  })

  it('are read as far as their changes are there', async () => {
    const { desk, target, read } = await draftedCase([paragraph('a', 'A.')])
    for (let base = 0; base < 2; base += 1)
      await desk.writing.changeText(target, by(), { base, operations: [typed('a', 0, `${base} `)] })
    await db.rows(`update draft_changes set revision = 9, version = 9 where case_id = $1 and revision = 2`, [
      target.caseId,
    ])
    assert.deepEqual((await read(aProcess())).content.opening, [paragraph('a', '0 A.')])
    await db.rows(`update draft_changes set revision = 2, version = 1 where case_id = $1 and revision = 9`, [
      target.caseId,
    ])
    assert.deepEqual((await read(aProcess())).content.opening, [paragraph('a', '1 0 A.')])
  })

  it('hold 400 issues, 2,000 blocks and 200 citations, and a change of one block is a change of one block', async () => {
    const [many, each, cited] = [sized(400), 5, sized(200)]
    const { desk, target } = await draftedCase()
    const { caseId } = target
    const issueIds = Array.from({ length: many }, (_, index) => `issue-${index}-${caseId}`)
    for (const issueId of issueIds)
      await desk.execute(
        issues,
        requestBy(),
        { type: 'addIssue', caseId, issueId, issueType: 'serviceConnection' },
        () => null,
      )
    let base = 0
    for (const [index, issueId] of issueIds.entries()) {
      const blocks = Array.from({ length: each }, (_, block) =>
        index * each + block < cited
          ? {
              ...paragraph(`${index}n${block}`, 'As the examiner says: '),
              content: [
                { type: 'text' as const, text: 'As the examiner says: ' },
                { type: 'citation' as const, anchor: { page: 1 + (block % 3) } },
              ],
            }
          : paragraph(`${index}n${block}`, `Block ${block} of issue ${index}.`),
      )
      const operations = blocks.map(
        (block, at): NewOperation => ({
          type: 'insertAfter',
          section: { part: 'issue', issueId },
          after: at === 0 ? null : `blk_${index}n${at - 1}`,
          block,
        }),
      )
      const answer = await desk.writing.changeText(target, by(), { base, operations })
      assert.deepEqual(answer.conflicts, [])
      base = answer.revision
    }
    await desk.writing.keep(target, by())
    const last = `${many - 1}n${each - 1}`
    const reader = aProcess()
    const { revision } = await reader.writing.changeText(target, by(), {
      base,
      operations: [typed(last, 0, 'At last: ')],
    })
    const { changes } = await reader.writing.changes(target, { after: base, limit: 10 })
    assert.deepEqual(changes[0]?.operations, [typed(last, 0, 'At last: ')])
    const { content, outline } = await reader.find(target, { call: requestBy(), allowed: [] })
    assert.equal(revision, many + 1)
    assert.deepEqual(
      content.issues.map(({ issueId, content }) => [issueId, content.length]),
      issueIds.map((issueId) => [issueId, each]),
    )
    assert.equal(outline.length, many)
    assert.equal(JSON.stringify(content).split('"citation"').length - 1, cited)
  })

  const endings = {
    'a version is made': (desk: Desk, target: Target, request: Request) =>
      desk.writing.keep(target, { request, mayEditInReview: true }),
    'they are submitted': (desk: Desk, target: Target, request: Request) =>
      desk.end(request, target, { type: 'submit', version: 1 }),
    'they are discarded': (desk: Desk, target: Target, request: Request) =>
      desk.end(request, target, { type: 'discard', why: 'Begun in error.' }),
    'they are saved as a whole': (desk: Desk, target: Target, request: Request) => {
      const content = { opening: [paragraph('a', 'A whole.'), paragraph('b', '.')], issues: [], closing: [] }
      const save = { baseVersion: 1, base: 0, content, mayEditInReview: true }
      return desk.save(request, target, save)
    },
  }
  type Desk = ReturnType<typeof aProcess>
  type Target = { caseId: string; workProductId: string }

  for (const [what, end] of Object.entries(endings))
    for (const first of [true, false])
      it(`lose no word that comes while ${what}${first ? ', also the first of all' : ''}`, async () => {
        const { desk, target, read } = await draftedCase([paragraph('a', 'A.'), paragraph('b', '.')])
        const other = aProcess()
        const base = first ? 0 : 1
        if (!first)
          await other.writing.changeText(target, by(bob), { base: 0, operations: [typed('b', 0, '1')] })
        const [hasRead, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const confirm = async () => {
          hasRead.resolve()
          await goOn.promise
        }
        const ending = end(desk, target, { ...requestBy(), confirm })
        await hasRead.promise
        const late = other.writing
          .changeText(target, by(bob), { base, operations: [typed('b', base, 'late')] })
          .then(
            () => true,
            (error) => {
              assert.match(String(error), /it can no longer be changed/)
              return false
            },
          )
        await Promise.race([late, waits()])
        goOn.resolve()
        await ending
        const isTaken = await late
        assert.equal(isTaken, what !== 'they are discarded')
        const { content } = await read(aProcess())
        assert.equal(JSON.stringify(content).includes('late'), isTaken)
        assert.deepEqual((await verifyDrafts(db, target)).faults, [])
      })

  it('have in a version what was being written when it was asked for', async () => {
    const { desk, target, read } = await draftedCase([paragraph('a', 'A.')])
    const other = aProcess()
    await other.writing.changeText(target, by(bob), { base: 0, operations: [typed('a', 0, '1')] })
    let late: Promise<unknown> | undefined
    let kept: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await tx.rows(`select from draft_heads where case_id = $1 for update`, [target.caseId])
      late = other.writing.changeText(target, by(bob), { base: 1, operations: [typed('a', 0, 'late ')] })
      await waits()
      kept = desk.writing.keep(target, by())
      await waits(2)
    })
    await Promise.all([late, kept])
    const { content, version, changed } = await read(aProcess())
    assert.deepEqual([content.opening, version, changed], [[paragraph('a', 'late 1A.')], 2, undefined])
  })

  it('are not written behind a purge of their case, nor begun', async () => {
    for (const first of [true, false]) {
      const { desk, target } = await draftedCase([paragraph('a', 'A.')])
      const base = first ? 0 : 1
      if (!first) await desk.writing.changeText(target, by(), { base: 0, operations: [typed('a', 0, '1')] })
      else await desk.writing.changeText(target, by(), { base: 0, operations: [] })
      let late: Promise<unknown> | undefined
      await db.transaction(async (tx) => {
        await tx.rows(`select from case_streams where case_id = $1 for update`, [target.caseId])
        await tx.rows(`select erase_case($1, 1000, now())`, [target.caseId])
        late = assert.rejects(
          desk.writing.changeText(target, by(), { base, operations: [typed('a', 0, 'late')] }),
          /There is no/,
        )
        await waits()
      })
      await late
      for (const table of ['draft_heads', 'draft_changes'])
        assert.deepEqual(await db.rows(`select from ${table} where case_id = $1`, [target.caseId]), [], table)
    }
  })

  /** Until so many statements wait for a lock that another has. */
  async function waits(count = 1) {
    for (;;) {
      const waiting = await db.rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (waiting.length >= count) return
      await setTimeout(5)
    }
  }

  it('refuse a change once they are no longer written, in every process', async () => {
    const { desk, target } = await draftedCase([paragraph('a', 'A.')])
    await desk.writing.changeText(target, by(), { base: 0, operations: [typed('a', 0, 'Kept. ')] })
    const other = aProcess()
    await other.end(requestBy(), target, { type: 'discard', why: 'Begun in error.' })
    await assert.rejects(
      desk.writing.changeText(target, by(), { base: 1, operations: [typed('a', 0, 'x')] }),
      /it can no longer be changed/,
    )
    assert.equal(await eventsOf(target.caseId), 1)
    assert.match(
      JSON.stringify((await desk.find(target, { call: requestBy(), allowed: [] })).content),
      /Kept\. A\./,
    )
  })
})
