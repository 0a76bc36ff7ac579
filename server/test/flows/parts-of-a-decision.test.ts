import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { DecisionPackageDetail } from '@portico/contract/decision-package'
import type { IssueList } from '@portico/contract/issues'
import type { TaskList } from '@portico/contract/tasks'
import type { Blockers, WorkProduct, WorkProductPreview } from '@portico/contract/work-products'
import { conforms } from '../conforms.ts'
import { type Http, startWorld, type World } from '../world.ts'

const says = (id: string, text: string, part?: string, page?: number) => ({
  type: 'paragraph',
  id: `blk_${id}`,
  ...(part === undefined ? {} : { part }),
  content: [{ type: 'text', text }, ...(page === undefined ? [] : [{ type: 'citation', anchor: { page } }])],
})

describe('a decision whose text has parts', () => {
  let world: World
  let drafter: Http
  let judge: Http
  let issueId: string
  let productId: string
  const on = (path: string) => `/cases/${world.caseId}${path}`
  const at = (path = '') => on(`/work-products/${productId}${path}`)

  before(async () => {
    world = await startWorld()
    drafter = await world.member('dora', ['drafter'])
    judge = await world.member('judith', ['adjudicator'])
    const complete = async (type: string, body: unknown, by = world.admin) => {
      const { tasks } = (await by('GET', on('/tasks?open=true'))).json as TaskList
      const task = tasks.find((one) => one.type === type)
      const reply = await by('POST', on(`/tasks/${task?.id}/complete`), { body })
      assert.equal(reply.status, 200, reply.text)
    }
    await world.admin('POST', on('/docket'), { body: { docket: 'directReview' } })
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
    const { issues } = (await drafter('GET', on('/issues'))).json as IssueList
    for (const { id } of issues)
      await drafter('PUT', on(`/issues/${id}/removal`), { body: { how: 'withdrawn', why: 'In writing.' } })
    const added = await drafter('POST', on('/issues'), {
      body: { issueType: 'serviceConnection', description: 'Tinnitus' },
    })
    issueId = (added.json as { issue: { id: string } }).issue.id
    await drafter('PUT', on(`/issues/${issueId}/decision`), { body: { disposition: 'allowed' } })
  })
  after(() => world.close())

  const contentOf = (...content: unknown[]) => ({ opening: [], issues: [{ issueId, content }], closing: [] })

  it('is refused where the profile has no such part, or none may stand there', async () => {
    const draft = (content: unknown) =>
      drafter('POST', on('/work-products'), { body: { title: 'Decision', content } })
    const unknown = await draft(contentOf(says('a', 'A.', 'findng')))
    assert.equal(unknown.status, 400)
    assert.match(unknown.text, /There is no part findng.*Did you mean finding\?/)
    const outside = await draft({ opening: [says('a', 'A.', 'finding')], issues: [], closing: [] })
    assert.equal(outside.status, 400)
    assert.match(outside.text, /must be in the section of an issue/)
  })

  it('reads in its order in the preview, and lists its authorities', async () => {
    const content = contentOf(
      says('reason', 'The examiner is persuasive.', 'reason', 2),
      says('finding', 'The ringing began in service.', 'finding', 3),
      says('conclusion', 'The criteria are met. 38 U.S.C. § 1110; 38 CFR 3.303(d).', 'conclusion'),
    )
    const drafted = await drafter('POST', on('/work-products'), { body: { title: 'Decision', content } })
    assert.equal(drafted.status, 201, drafted.text)
    productId = (drafted.json as { workProduct: WorkProduct }).workProduct.id
    const preview = conforms<WorkProductPreview>('previewWorkProduct', await drafter('GET', at('/preview')))
    assert.deepEqual(
      preview.layout.map(({ kind, heading }) => [kind, heading]),
      [
        ['opening', undefined],
        ['issues', 'The issues'],
        ['order', 'Order'],
        ['part', 'Finding of fact'],
        ['part', 'Conclusion of law'],
        ['reasons', 'Reasons and bases for findings and conclusions'],
        ['closing', undefined],
      ],
    )
    assert.deepEqual(
      preview.authorities?.groups.flatMap(({ authorities }) => authorities.map(({ text }) => text)),
      ['38 U.S.C. § 1110', '38 C.F.R. § 3.303(d)'],
    )
    assert.deepEqual(
      preview.citations.map(({ anchor }) => anchor.page),
      [3, 2],
    )
  })

  it('is warned of a finding without evidence, at its block, which keeps its ID as a part', async () => {
    const bare = contentOf(
      says('finding', 'The ringing began in service.', 'finding'),
      says('conclusion', 'The criteria are met. 38 U.S.C. § 1110.', 'conclusion'),
      says('reason', 'The examiner is persuasive.', 'reason', 2),
    )
    const saved = await drafter('PUT', at(), { body: { baseVersion: 1, content: bare } })
    assert.equal(saved.status, 200, saved.text)
    const { warnings } = conforms<Blockers>('getBlockers', await drafter('GET', at('/blockers')))
    assert.deepEqual(
      warnings.filter(({ code }) => code.startsWith('part')).map(({ code, blockId }) => [code, blockId]),
      [['partWithoutEvidence', 'blk_finding']],
    )
  })

  it('is signed with the words of the profile, and answers its layout', async () => {
    await drafter('POST', at('/submit'), { body: { version: 2 } })
    const signed = await judge('POST', at('/sign'), { body: { version: 2 } })
    assert.equal(signed.status, 200, signed.text)
    const detail = conforms<DecisionPackageDetail>(
      'getDecisionPackage',
      await judge('GET', on('/decision-package')),
    )
    const { structure, authorities, warnings } = detail.package
    assert.deepEqual(
      structure?.parts.map(({ name, heading }) => [name, heading]),
      [
        ['finding', 'Findings of fact'],
        ['conclusion', 'Conclusions of law'],
        ['reason', undefined],
      ],
    )
    assert.equal(authorities?.groups[0]?.authorities[0]?.text, '38 U.S.C. § 1110')
    assert.ok(
      warnings.some(({ code, blockId }) => code === 'partWithoutEvidence' && blockId === 'blk_finding'),
    )
    assert.deepEqual(
      detail.layout?.filter(({ kind }) => kind === 'part').map(({ part }) => part),
      ['finding', 'conclusion'],
    )
  })
})
