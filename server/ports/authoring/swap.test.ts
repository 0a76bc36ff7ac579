import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { WorkProduct } from '@portico/contract/work-products'
import { assignForDrafting, type Drafting, outsideEditor } from '../../test/outside-editor.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'

const says = (text: string) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text }],
})

/** One draft goes on through it all: written in the workspace, in an editor, in the workspace, and in the editor again. */
describe('the authoring port, bound, unbound and bound again while a draft is open', () => {
  const editor = outsideEditor()
  let world: World
  let drafting: Drafting
  let workProductId: string
  before(async () => {
    world = await startWorld()
    drafting = await assignForDrafting(world)
  })
  after(() => world.close())

  const bound = { ports: { authoring: { adapter: editor.adapter } } }
  const signedIn = async () => {
    const token = await world.anonymous('POST', '/auth/token', {
      body: { username: 'dora', password: world.password },
    })
    return world.as((token.json as { token: string }).token)
  }
  const at = (place = '') => `/cases/${world.caseId}/work-products/${workProductId}${place}`
  const product = async () => {
    const { json } = await (await signedIn())('GET', at())
    return (json as { workProduct: WorkProduct }).workProduct
  }
  const words = ({ content }: WorkProduct) =>
    content.opening.flatMap((block) =>
      block.type === 'paragraph' ? block.content.map((run) => (run.type === 'text' ? run.text : '')) : [],
    )
  const opening = [says('Written in the workspace.')]
  const saved = (text: string, version: number) => ({
    workProductId,
    author: drafting.author,
    at: new Date().toISOString(),
    baseVersion: version,
    content: { opening: [...opening, says(text)], issues: [], closing: [] },
  })

  it('nothing is bound: it is written in the workspace', async () => {
    const { json } = await (await signedIn())('POST', `/cases/${world.caseId}/work-products`, {
      body: { content: { opening, issues: [], closing: [] } },
    })
    workProductId = (json as { workProduct: { id: string } }).workProduct.id
    const ports = (await world.admin('GET', '/ports/authoring')).json as {
      port: { state: string; baseline: string }
    }
    assert.equal(ports.port.state, 'baseline')
    assert.match(ports.port.baseline, /editor of the workspace/)
    assert.equal((await product()).writtenIn, undefined)
    const link = await (await signedIn())('POST', at('/editor-link'))
    assert.equal(link.status, 422, link.text)
    const proof = await drafting.judge('POST', at('/signing-proof'), { body: { version: 1 } })
    assert.equal(proof.status, 201, 'a proof is of use once an editor is bound')
  })

  it('an editor is bound: a replay opens what is being written, and the author goes on there', async () => {
    world = await world.restart(bound)
    const replay = { binding: 'main', caseId: world.caseId }
    const { status, text } = await world.admin('POST', '/ports/authoring/replay', { body: replay })
    assert.equal(status, 200, text)
    const opened = await editor.next('openEditor')
    assert.equal(opened.draft?.workProductId, workProductId)
    assert.deepEqual(opened.draft?.content.opening.length, 1)
    const told = await editor.tell(world, 'draftSaved', saved('Written elsewhere.', 1))
    assert.equal(told.status, 'applied', told.reason ?? '')
    assert.deepEqual(words(await product()), ['Written in the workspace.', 'Written elsewhere.'])
    await until(async () => (await product()).writtenIn?.binding === 'main')
  })

  it('it is unbound: the workspace has every word, and what it reports late is not there', async () => {
    world = await world.restart()
    const now = await product()
    assert.deepEqual(words(now), ['Written in the workspace.', 'Written elsewhere.'])
    assert.equal(now.writtenIn, undefined)
    const content = { ...now.content, closing: [says('Closed here.')] }
    const put = await (await signedIn())('PUT', at(), { body: { baseVersion: now.version, content } })
    assert.equal(put.status, 200, put.text)
  })

  it('it is bound again: nothing is lost on either side', async () => {
    const calls = editor.ofCall('openEditor').length
    world = await world.restart(bound)
    const body = { binding: 'main', caseId: world.caseId, hasNewKeys: true }
    await world.admin('POST', '/ports/authoring/replay', { body })
    await until(() => editor.ofCall('openEditor').length > calls)
    const opened = editor.ofCall('openEditor').at(-1)
    assert.equal(opened?.draft?.version, 3)
    assert.equal(opened?.draft?.content.closing.length, 1)
    const stale = await editor.tell(world, 'draftSaved', saved('Written meanwhile.', 2))
    assert.equal(stale.status, 'refused', 'it waits in the inbox, with its words')
    const { facts } = (await world.admin('GET', '/inbox?port=authoring')).json as {
      facts: { fact: unknown }[]
    }
    assert.match(JSON.stringify(facts), /Written meanwhile/)
    assert.deepEqual(words(await product()), ['Written in the workspace.', 'Written elsewhere.'])
    assert.equal((await product()).content.closing.length, 1)
  })
})
